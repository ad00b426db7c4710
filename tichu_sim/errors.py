"""The one error that a user's input can cause."""


class InputError(ValueError):
    """Wrong input or usage; the message is one line: what is wrong, where, what would be right."""
