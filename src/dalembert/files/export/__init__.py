"""Models and motions for other packages: one file for each format, behind `da.save`."""
