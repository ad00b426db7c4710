"""Options: which belong to a game, and which values they take."""

import pytest

from tichu_sim.errors import InputError
from tichu_sim.game.games import PRESETS
from tichu_sim.game.record import read_record
from tichu_sim.game.rules import OPTIONS, Option, make_rules
from tichu_sim.game.settings import settings_of

HUGE = 10**30


@pytest.mark.parametrize("preset", PRESETS)
def test_an_option_of_another_game_is_refused_with_those_that_belong(preset: str) -> None:
    own = make_rules(preset).game.options
    for option in OPTIONS:
        if option.name in own:
            continue
        with pytest.raises(InputError) as refused:
            make_rules(preset, {option.name: option.default})
        assert f"(there are {', '.join(own)})" in str(refused.value)


@pytest.mark.parametrize("option", [option for option in OPTIONS if not option.values])
@pytest.mark.parametrize("value", [HUGE, str(HUGE), "9" * 5000, -1, "1.5", "many", ""])
def test_whole_numbers_have_an_end(option: Option, value: object) -> None:
    presets = [name for name in PRESETS if option.name in make_rules(name).game.options]
    for preset in presets:
        for wrong in (value, option.most + 1, option.least - 1):
            with pytest.raises(InputError, match=f"option {option.name}"):
                make_rules(preset, {option.name: wrong})


def test_every_preset_makes_settings() -> None:
    for preset in PRESETS:
        settings = settings_of(make_rules(preset))
        assert 2 <= int(settings["players"]) <= int(settings["seats"])


@pytest.mark.parametrize("rounds", [1, 2, 4, 10])
@pytest.mark.parametrize("preset", ["bsw_tournament", "threechu"])
def test_rounds_in_threes(preset: str, rounds: int) -> None:
    """R13.1, R14.10: everybody deals, and partners everybody, equally often."""
    with pytest.raises(InputError, match="multiple of 3"):
        make_rules(preset, {"rounds": rounds})


@pytest.mark.parametrize("seating", [[0, 0, 9, -1], [0, 1, 2], [0, 0, 1, 2], "0123"])
def test_seating_names_every_player(seating: object) -> None:
    deal = ["2j 3j 4j 5j 6j 7j 8j 9j", "2s 3s 4s 5s 6s 7s 8s 9s"]
    deal += ["2p 3p 4p 5p 6p 7p 8p 9p", "2t 3t 4t 5t 6t 7t 8t 9t"]
    found = {"tichu": 1, "rules": "standard", "deal": deal, "events": [], "seating": seating}
    with pytest.raises(InputError, match="seating"):
        read_record(found)
