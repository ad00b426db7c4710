"""Many rounds: the kernel, its threads, shards on disk and how a run is resumed."""
