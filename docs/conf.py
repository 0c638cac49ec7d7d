"""How `make docs` builds the site: Markdown pages, reference from docstrings, nothing from other hosts."""

import shutil
import sys
import tomllib
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE / "_site"))

project = "dalembert"
author = "the dalembert developers"
copyright = author
version = release = tomllib.loads((HERE.parent / "pyproject.toml").read_text(encoding="utf-8"))["project"][
    "version"
]
language = "en"

extensions = ["myst_parser", "sphinx.ext.mathjax", "public_names", "gallery", "live"]
source_suffix = {".md": "markdown", ".rst": "restructuredtext"}
exclude_patterns = ["_site", "_static", "**.ipynb"]
# blocks without a language are formulas and what programs print
highlight_language = "none"
maximum_signature_line_length = 80
toc_object_entries = False
# names of types in signatures need not be public
nitpicky = False

myst_enable_extensions = ["colon_fence", "deflist", "dollarmath", "fieldlist"]
myst_heading_anchors = 4

# KaTeX in place of MathJax, from this folder: tested offline, and a tenth of the size
mathjax_path = "katex/katex.min.js"

html_theme = "furo"
html_title = f"dalembert {release}"
html_static_path = ["_static"]
html_css_files = ["katex/katex.min.css", "site.css"]
html_js_files = ["katex/start.js"]
html_copy_source = False
html_show_sphinx = False
html_search_scorer = str(HERE / "_site" / "scorer.js")
html_theme_options = {
    "navigation_with_keys": True,
    "light_css_variables": {"color-brand-primary": "#1f5f8b", "color-brand-content": "#1f5f8b"},
    "dark_css_variables": {"color-brand-primary": "#7fb9e0", "color-brand-content": "#7fb9e0"},
}


def linked(app, page, text):
    """Pages of the repository's root are pages of the site as well."""
    text[0] = text[0].replace("](../../CONTRIBUTING.md", "](contributing.md")


def with_pictures(app, failure):
    """Pictures that pages show by HTML stand where the pages look for them."""
    shutil.copytree(HERE / "pictures", Path(app.outdir) / "pictures", dirs_exist_ok=True)


def setup(app):
    """Connect to Sphinx."""
    app.connect("source-read", linked)
    app.connect("build-finished", with_pictures)
