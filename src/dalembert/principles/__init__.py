"""The principles of mechanics, one file for each."""
