"""Files with bots as a user writes them."""
