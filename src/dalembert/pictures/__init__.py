"""Pictures: plots, drawings, moving pictures, and the page in the browser."""
