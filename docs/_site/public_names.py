"""The reference, made of docstrings: a page for each task of `names-by-task.md`, with every name of it.

Pages are written as reStructuredText into `docs/names`, which no one edits. In the whole site, a public name in
code style (`da.Revolute`) is a link to its place there.
"""

import inspect
import re
from collections.abc import Iterator
from pathlib import Path

from docutils import nodes
from sphinx import addnodes
from sphinx.application import Sphinx
from sphinx.transforms.post_transforms import SphinxPostTransform

import dalembert

NAME = re.compile(r"`da\.([\w.]+)`")
TITLE = re.compile(r"^## (.+)$", re.MULTILINE)
SECTION = re.compile(r"^(\w[\w ]*)\n-{3,}$", re.MULTILINE)


def tasks(page: str) -> Iterator[tuple[str, str]]:
    """Title and text of each section of the page of names by task that names something."""
    titles = list(TITLE.finditer(page))
    for title, after in zip(titles, [*titles[1:], None], strict=True):
        text = page[title.end() : after.start() if after else None]
        if NAME.search(text):
            yield title[1], text


def value_of(name: str) -> object:
    """What stands behind `da.<name>`."""
    value: object = dalembert
    for part in name.split("."):
        value = getattr(value, part)
    return value


def slug(title: str) -> str:
    """The file name of a section."""
    return re.sub(r"\W+", "-", title.lower()).strip("-")


def escaped(text: str) -> str:
    """Plain text as reStructuredText: code stays code, all other signs are themselves."""
    parts = re.split(r"``?([^`]+)``?", text)
    return "".join(
        f"\\ ``{part}``\\ " if index % 2 else re.sub(r"([\\*_|`])", r"\\\1", part)
        for index, part in enumerate(parts)
    )


def indented(lines: list[str], by: str = "   ") -> list[str]:
    """Lines moved to the right."""
    return [f"{by}{line}" if line else "" for line in lines]


def paragraphs(text: str) -> list[str]:
    """Paragraphs, lists, examples and displayed formulas of a docstring."""
    before, *fenced = re.split(
        r"^```\w*\n(.*?)^```$", text.strip("\n"), maxsplit=1, flags=re.MULTILINE | re.DOTALL
    )
    if fenced:
        program = [".. code-block:: python", "", *indented(fenced[0].splitlines()), ""]
        return [*(paragraphs(before) if before else []), *program, *(paragraphs(fenced[1]) if fenced[1] else [])]
    found: list[str] = []
    for block in re.split(r"\n\s*\n", text.strip("\n")):
        lines = block.splitlines()
        if lines[0].lstrip().startswith(">>>"):
            found += [".. code-block:: pycon", "", *indented([line.strip("\n") for line in lines]), ""]
        elif all(line.startswith(" ") for line in lines):
            found += ["::", "", *indented(lines), ""]
        else:
            found += [*_with_lists(lines), ""]
    return found


def _with_lists(lines: list[str]) -> list[str]:
    """Lines of a paragraph, which may end with a list or a formula that stands on lines of its own."""
    items = re.split(r"\n(?=- )", "\n".join(lines))
    if len(items) > 1 or items[0].startswith("- "):
        out = []
        for item in items:
            words = escaped(" ".join(item.removeprefix("- ").split()))
            out += ["", f"- {words}"] if item.startswith("- ") else [words]
        return out
    out = [escaped(" ".join(line.strip() for line in lines if not line.startswith("  ")))]
    formulas = [line for line in lines if line.startswith("  ")]
    return [*out, "", "::", "", *indented(formulas)] if formulas else out


def definitions(text: str) -> list[str]:
    """Entries `name : type` with what is said below each."""
    found: list[str] = []
    for entry in re.split(r"\n(?=\S)", text.strip("\n")):
        head, *body = entry.splitlines()
        name, _, kind = head.partition(" : ")
        found.append(f"``{name.strip()}``" + (f" : {escaped(kind)}" if kind else ""))
        found += [f"   {escaped(' '.join(' '.join(body).split())) or '…'}", ""]
    return found


def docstring(value: object) -> list[str]:
    """A docstring in the style of NumPy as reStructuredText."""
    text = inspect.getdoc(value) or ""
    first, *rest = SECTION.split(text)
    lines = paragraphs(first)
    for title, body in zip(rest[::2], rest[1::2], strict=True):
        entries = title in ("Parameters", "Returns", "Raises", "Attributes")
        lines += [f".. rubric:: {title}", "", *(definitions(body) if entries else paragraphs(body))]
    return lines


def signature(value: object) -> str:
    """Arguments with types and defaults as a reader types them; empty for what is not called."""
    try:
        found = inspect.signature(value)  # type: ignore[arg-type]
    except (TypeError, ValueError):
        return ""
    plain = [
        one.replace(annotation=_unquoted(one.annotation), default=_shown(one.default))
        for one in found.parameters.values()
        if one.name != "self"
    ]
    returned = inspect.Signature.empty if inspect.isclass(value) else _unquoted(found.return_annotation)
    return str(found.replace(parameters=plain, return_annotation=returned))


class _Text:
    """Text that is printed as it is in a signature."""

    def __init__(self, text: str):
        self.text = text

    def __repr__(self) -> str:
        return self.text


def _unquoted(annotation: object) -> object:
    if annotation is inspect.Parameter.empty:
        return annotation
    text = annotation if isinstance(annotation, str) else inspect.formatannotation(annotation)
    return _Text(text.strip("'\"").replace("dalembert.", ""))


def _shown(default: object) -> object:
    if default is inspect.Parameter.empty:
        return default
    text = re.sub(r" at 0x[0-9a-f]+", "", repr(default))
    return _Text("…" if text.startswith("<") or len(text) > 60 else text)


def members(value: type) -> Iterator[tuple[str, str, object]]:
    """Kind, name and value of what a class offers: public methods and properties that tell what they are.

    Methods of a part of a model are asked by machinery; who writes parts finds them at the classes of `da.extend`.
    """
    if issubclass(value, dalembert.extend.Part) and value.__name__ not in vars(dalembert.extend):
        return
    for name, member in vars(value).items():
        if name.startswith("_"):
            continue
        function = member.fget if isinstance(member, property) else getattr(member, "__func__", member)
        function = getattr(function, "func", function)
        if getattr(function, "__doc__", None) and inspect.isroutine(function):
            attribute = isinstance(member, property) or not inspect.isroutine(getattr(value, name))
            yield ("attribute" if attribute else "method"), name, function


def entry(name: str, others: list[str]) -> list[str]:
    """The place of a name in the reference."""
    value = value_of(name)
    kind = "class" if inspect.isclass(value) else "function" if inspect.isroutine(value) else "data"
    lines = [f".. py:{kind}:: da.{name}{signature(value) if kind != 'data' else ''}", ""]
    if kind != "data" or (getattr(value, "__doc__", None) and name not in ("pi",)):
        lines += indented(docstring(value)) if kind != "data" else []
    if inspect.isclass(value):
        for role, member, function in members(value):
            args = signature(function) if role == "method" else ""
            lines += [f"   .. py:{role}:: {member}{args}", ""]
            lines += [*indented(docstring(function), "      "), ""]
    if others:
        lines += ["   See also " + ", ".join(f":py:obj:`da.{other}`" for other in others) + ".", ""]
    return lines


def page(title: str, text: str) -> str:
    """The reference of one task."""
    lines = [title, "=" * len(title), ""]
    for row in text.splitlines():
        if names := NAME.findall(row):
            # what the row says the names are for, as a heading that the search knows
            task = re.sub(r"\|", "", row.split("|")[1]).strip() if row.startswith("|") else ""
            if task:
                heading = escaped(task[0].upper() + task[1:]).strip("\\ ")
                lines += [heading, "-" * (len(heading) + 2), ""]
            for name in names:
                lines += entry(name, [other for other in names if other != name][:8])
    return "\n".join(lines) + "\n"


def write_if_changed(file: Path, text: str) -> None:
    """Leave a page alone that is as it should be: then it is not read again."""
    if not file.exists() or file.read_text(encoding="utf-8") != text:
        file.parent.mkdir(exist_ok=True)
        file.write_text(text, encoding="utf-8")


def write_pages(app: Sphinx) -> None:
    """Write the pages that changed, and the list of them."""
    source = Path(app.srcdir)
    folder = source / "names"
    folder.mkdir(exist_ok=True)
    written = {}
    for title, text in tasks((source / "reference" / "names-by-task.md").read_text(encoding="utf-8")):
        written[slug(title)] = page(title, text)
    contents = [
        "Every name",
        "==========",
        "",
        "Each public name with its arguments, by task.",
        "",
        ".. toctree::",
        "",
    ]
    written["index"] = "\n".join([*contents, *(f"   {name}" for name in written)]) + "\n"
    for name, text in written.items():
        write_if_changed(folder / f"{name}.rst", text)
    for file in folder.glob("*.rst"):
        if file.stem not in written:
            file.unlink()


class LinkNames(SphinxPostTransform):
    """Public names in code style become links to the reference."""

    default_priority = 5

    def run(self, **kwargs: object) -> None:
        objects = self.env.get_domain("py").objects  # type: ignore[attr-defined]
        for literal in list(self.document.findall(nodes.literal)):
            if isinstance(literal.parent, nodes.reference | addnodes.pending_xref):
                continue
            text = literal.astext()
            name = re.match(r"(?:da\.)?([A-Za-z_][\w.]*)", text)
            if name is None or not (text.startswith("da.") or text == name[0]):
                continue
            # `da.methods.Radau(rtol=1e-8)` leads to the name before the bracket
            known = f"da.{name[1]}"
            if known not in objects or text[len(name[0]) :][:1] not in ("", "("):
                continue
            link = addnodes.pending_xref(
                "",
                refdomain="py",
                reftype="obj",
                reftarget=known,
                refexplicit=True,
                refwarn=False,
                refdoc=self.env.docname,
            )
            literal.replace_self(link)
            link += literal


def setup(app: Sphinx) -> dict[str, bool]:
    """Connect to Sphinx."""
    app.connect("builder-inited", write_pages)
    app.add_post_transform(LinkNames)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
