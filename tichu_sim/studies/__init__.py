"""What is asked of many rounds."""
