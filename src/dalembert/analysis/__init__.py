"""Questions about models, one file each."""
