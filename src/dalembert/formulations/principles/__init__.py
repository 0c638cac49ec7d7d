"""The principles of mechanics, one file each."""
