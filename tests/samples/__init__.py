"""What several tests share: the twin's words, made-up hands, rounds of the kernel."""
