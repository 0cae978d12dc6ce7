"""A language is data: one TOML file with its commands, and how its values are written and printed.

In the templates a place is marked by guillemets, «value», which no programming language uses.
"""

import functools
import json
import os
import re
import shutil
import subprocess
import sys
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from types import MappingProxyType

from passk.execution.schema import read_key

__all__ = ["LANGUAGES", "Language", "NotExpressibleError", "find_language"]

FOLDER = Path(__file__).parent / "toolchains"
PLACE = re.compile("«([a-z_]+)»")
COMMENT = re.compile(r"^[^\S\n]*(?://|/\*|\*|#|--).*", re.MULTILINE)
PARAMETERS = r"\s*([<\[][^()]{0,200}[>\]]\s*)?\("
STYLES = {  # of names, from their words
    "snake_case": lambda words: "_".join(words),
    "camelCase": lambda words: words[0] + "".join(map(str.title, words[1:])),
    "PascalCase": lambda words: "".join(map(str.title, words)),
}


class NotExpressibleError(ValueError):
    """A language has no form for a type or a value; the problem is then not run in it."""


@dataclass(frozen=True)
class Language:
    """A programming language: its toolchain, and how it writes values and functions.

    Attributes
    ----------
    stem, name : str
        Its short name, that of its TOML file: "cpp"; and as in results: "C++".
    suffix, file : str
        Of a program's file, and the file's name.
    tools : tuple of str
        Programs that can do it; the first one found is used.
    version, compile, run : tuple of str
        Commands, with «tool» for the tool, and in `run` «folder» for where it lies; `compile` is
        empty where there is no such step.
    install : str
        The command that installs the toolchain.
    memory : int
        Cap of the address space in MiB.
    environment : mapping
        Variables that its toolchain needs.
    templates : mapping
        The tables of the TOML file: types, literals, strings, print, signature, program; where
        needed also: described (types as comments name them), inside (types as parts of others),
        results (types of results, where answers may have several), dialects (types and literals
        for answers that are written in another way), imports (what an answer uses and may have
        forgotten), unfit (patterns of values that it cannot hold), flat (types that hold only
        scalars), unhashable (types that are no keys), longest_tuple, naming (styles of names),
        babelcode (its name there), separator (of items; default ", ").

    Examples
    --------
    >>> from passk.execution.schema import parse_type
    >>> python = find_language("python")
    >>> python.literal(parse_type("list<boolean>"), [True, False])
    '[True, False]'
    """

    stem: str
    name: str
    suffix: str
    file: str
    tools: tuple
    version: tuple
    compile: tuple
    run: tuple
    install: str
    memory: int
    environment: Mapping
    templates: Mapping

    @property
    def babelcode_name(self):
        """What BabelCode calls it in its files: "CSharp", "Javascript"."""
        return self.templates.get("babelcode", self.name)

    def tool(self):
        """Return the path of the toolchain's program, or None if it is not installed."""
        return next(filter(None, map(_which, self.tools)), None)

    def paths(self):
        """Return the folders outside /usr that the toolchain lies in, and those of links to it."""
        *links, program = _steps(self.tool())
        homes = [*(link.parent for link in links), program.parents[1]]
        homes.append(Path(os.path.realpath(program)).parents[1])
        listed = self.templates.get("paths", {}).get("read", [])
        outside = [str(home) for home in homes if not home.is_relative_to("/usr")]
        return list(dict.fromkeys([*listed, *outside]))

    def modules(self):
        """Return what a Python that waits for programs of this language has loaded."""
        return tuple(self.templates.get("modules", ()))

    def version_in_words(self):
        """Return the first line that the toolchain says about its version; "" without it."""
        tool = self.tool()
        return _first_line(tuple(fill_all(self.version, tool=tool))) if tool else ""

    def separate(self, texts, table="literals"):
        """Return items in one text, as in a list or between the parentheses of a call."""
        separator = self.templates.get("separator", ", ")
        return self.templates[table].get("separator", separator).join(texts)

    def spelled(self, name, table="reserved"):
        """Return the name of a function or a parameter; a reserved word gets an underscore."""
        signature = self.templates["signature"]
        reserved = signature.get(table, signature.get("reserved", ""))
        return f"{name}_" if name in reserved.split() else name

    def name_in(self, code, function):
        """Return what an answer calls a function: its name, or that in the language's style.

        Parameters
        ----------
        code : str
        function : str

        Returns
        -------
        str
            As in the prompt, if the answer has none of them.

        Examples
        --------
        >>> find_language("java").name_in("int countWords(String text) {", "count_words")
        'countWords'
        """
        styles = self.templates.get("naming", ["snake_case"])
        words = [word.lower() for word in re.findall(r"[A-Z]+(?![a-z])|[A-Z]?[^A-Z_]+", function)]
        styled = [STYLES[style](words) for style in styles if words]
        names = [self.spelled(name) for name in dict.fromkeys([function, *styled])]
        bare = COMMENT.sub("", code)
        for text, after in ((bare, PARAMETERS), (bare, ""), (code, "")):
            for name in names:
                if re.search(rf"(?<![\w$@]){re.escape(name)}(?!\w){after}", text):
                    return name
        return names[0]

    def dialect(self, code, function):
        """Return the language as an answer writes it, with the types that its function takes."""
        for dialect in self.templates.get("dialects", ()):
            if re.search(fill(dialect["when"], function=re.escape(function)), code):
                tables = {n: self.templates[n] | t for n, t in dialect.items() if n != "when"}
                return replace(self, templates=MappingProxyType({**self.templates, **tables}))
        return self

    def callee(self, code, function, cls):
        """Return what a function is called on, where it is in a class: that, or an object of it."""
        table = self.templates["program"]
        static = fill(table.get("static", ""), function=re.escape(function))
        return cls if re.search(static, code) else fill(table["object"], cls=cls)

    def imports(self, code, function):
        """Return the imports that an answer needs and does not have."""
        return "\n".join(
            fill(group["line"], name=name, own=", ".join([function, *_found(group, code)]))
            for group in self.templates.get("imports", ())
            for name in group["names"]
            if re.search(fill(group["needs"], name=re.sub(".*/", "", name)), code)
            and not re.search(fill(group["unless"], name=name), code, re.M)
        )

    def type_name(self, kind, table="types", *, inside=False):
        """Return how a type is written, as in a signature."""
        nested = self.templates.get("inside", {}) if inside else {}
        texts = self.templates["types"] | self.templates.get(table, {}) | nested
        template = texts.get(_form(kind, texts))
        flat = kind.name in self.templates.get("flat", ())
        if (
            not template
            or (flat and any(item.items for item in kind.items))
            or (kind.name in ("set", "map") and not self._hashable(kind.items[0]))
            or len(kind.items) > self.templates.get("longest_tuple", len(kind.items))
        ):
            raise NotExpressibleError(f"{self.name} has no form for the type {kind}")
        inner = self._inner(kind, lambda item: self.type_name(item, table, inside=True))
        return fill(template, **inner)

    def literal(self, kind, value):
        """Return how a value is written in a source file."""
        texts, unfit = self.templates["literals"], self.templates.get("unfit", {}).get(kind.name)
        if unfit and re.search(unfit, json.dumps(value)):
            raise NotExpressibleError(f"{self.name} has no form for the {kind} {value!r}")
        if kind.name == "boolean":
            return texts["boolean"][0 if value else 1]
        if kind.name in ("string", "character"):
            return fill(
                texts.get(kind.name, "«text»"), text=self.quoted(value), char=self._escaped(value)
            )
        if kind.name not in ("list", "set", "map", "tuple"):
            bits = texts.get("bits", {}).get(kind.name)
            if bits and not -(2 ** (bits - 1)) <= value < 2 ** (bits - 1):
                raise NotExpressibleError(f"{self.name} has no {kind} that is {value}")
            number = repr(float(value)) if kind.name in ("float", "double") else str(int(value))
            return fill(texts.get(kind.name, "«number»"), number=number)
        if kind.name not in texts:
            raise NotExpressibleError(f"{self.name} has no form for values of the type {kind}")
        items = self.separate(self._literal_items(kind, value))
        empty = texts.get(f"empty_{kind.name}") if not value else None
        inner = self._inner(kind, lambda item: self.type_name(item, inside=True))
        inner.pop("items", None)
        return fill(
            empty or texts[_form(kind, texts)],
            items=items,
            type=self.type_name(kind),
            count=str(len(value)),
            **inner,
        )

    def printed(self, kind, value):
        """Return the expression that gives the JSON text of a value."""
        texts = self.templates["print"]
        template = texts.get(kind.name, texts.get("default"))
        if template is None:
            raise NotExpressibleError(f"{self.name} cannot print the type {kind}")
        inner = {}
        if "«item»" in template or "«key»" in template:
            names = ("key", "item") if kind.name == "map" else ("item",)
            inner = {n: self.printed(k, n[0]) for n, k in zip(names, kind.items, strict=True)}
        if "«items»" in template:
            inner["items"] = self.separate(self.printed(k, "i") for k in kind.items)
        count = str(len(kind.items))
        return fill(template, value=value, type=self.type_name(kind), count=count, **inner)

    def quoted(self, text):
        """Return a text as a literal of the language."""
        quote = self.templates["strings"]["quote"]
        return f"{quote}{self._escaped(text)}{self.templates['strings'].get('end', quote)}"

    def _escaped(self, text):
        """Return a text with its special characters escaped."""
        strings = self.templates["strings"]
        escapes, control, hidden = strings["escapes"], strings["control"], strings.get("hidden")
        return "".join(
            escapes.get(c)
            or (control % ord(c) if c < " " else "")
            or (hidden % ord(c) if hidden and not c.isprintable() else c)
            for c in text
        )

    def _hashable(self, kind):
        """Tell whether a type can be that of keys, or of a set's members."""
        unhashable = self.templates.get("unhashable", ())
        return kind.name not in unhashable and all(map(self._hashable, kind.items))

    def _literal_items(self, kind, value):
        """Return the literals of what a value holds."""
        if kind.name == "map":
            pair, (key, item) = self.templates["literals"]["pair"], kind.items
            return [
                fill(pair, key=self.literal(key, read_key(key, k)), item=self.literal(item, v))
                for k, v in value.items()
            ]
        kinds = kind.items if kind.name == "tuple" else kind.items * len(value)
        items = list(map(self.literal, kinds, value))
        if kind.name == "set":
            member = self.templates["literals"].get("member", "«item»")
            return [fill(member, item=item) for item in dict.fromkeys(items)]
        return items

    def _inner(self, kind, name):
        """Return the names of the types that a type holds, by the places they take."""
        names = [name(item) for item in kind.items]
        if kind.name == "map":
            return {"key": names[0], "item": names[1]}
        return {"item": names[0], "items": ", ".join(names)} if names else {}


def _found(group, code):
    """Return the names that an answer gives to things of its own, where they would collide."""
    return dict.fromkeys(re.findall(group["own"], code, re.M)) if "own" in group else ()


def _form(kind, texts):
    """Return the name of the template for a type: a tuple of one item may have its own."""
    single = kind.name == "tuple" and len(kind.items) == 1 and "single" in texts
    return "single" if single else kind.name


def fill(template, **values):
    """Return a template with its places filled.

    Parameters
    ----------
    template : str
    **values : str
        By the names that stand between guillemets.

    Returns
    -------
    str

    Examples
    --------
    >>> fill("«name» = «value»", name="x", value="«y»")
    'x = «y»'
    """
    return PLACE.sub(lambda place: values[place[1]], template)


def fill_all(templates, **values):
    """Return several templates with their places filled, as for `fill`."""
    return [fill(template, **values) for template in templates]


def find_language(name):
    """Return a language by its name, in any case: "python", "C++", "cpp", "CSharp".

    Parameters
    ----------
    name : str or Language
        One of its names; a language is returned as it is.

    Returns
    -------
    Language

    Raises
    ------
    ValueError
        If there is no such language; the message lists those there are.

    Examples
    --------
    >>> find_language("cpp").name
    'C++'
    """
    if isinstance(name, Language):
        return name
    for stem, language in LANGUAGES.items():
        names = (stem, language.name.lower(), language.babelcode_name.lower())
        if str(name).lower() in names:
            return language
    known = ", ".join(language.name for language in LANGUAGES.values())
    raise ValueError(f"there is no language {name!r}: the languages are {known}")


def _load(path):
    """Return the language that a TOML file describes."""
    tables = tomllib.loads(path.read_text("utf-8"))
    listed = ("tools", "version", "compile", "run")
    given = {name: tuple(tables.pop(name)) for name in listed}
    plain = {name: tables.pop(name) for name in ("name", "suffix", "file", "install", "memory")}
    environment = tables.pop("environment", {})
    return Language(
        stem=path.stem,
        **plain,
        **given,
        environment=environment,
        templates=MappingProxyType(tables),
    )


@functools.cache
def _which(tool):
    """Return the path of a program; of Python, the one that runs this."""
    if tool == "python3":
        return os.path.realpath(Path(sys.base_prefix) / "bin" / "python3")
    found = shutil.which(tool) or shutil.which(tool, path=str(Path.home() / ".cargo" / "bin"))
    if found and Path(found).resolve().name == "rustup":  # a relay to the compiler itself
        found = _first_line((found, "--print", "sysroot")) + f"/bin/{tool}"
    return found and os.path.abspath(found)


def _steps(program):
    """Return the paths from a program, by the links that it is, to one that is no link."""
    steps = [Path(program)]
    while steps[-1].is_symlink():
        folder = os.path.realpath(steps[-1].parent)
        steps.append(Path(os.path.normpath(os.path.join(folder, os.readlink(steps[-1])))))
    return steps


@functools.cache
def _first_line(command):
    """Return the first line that a command prints."""
    done = subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)
    lines = (done.stdout or done.stderr).strip().splitlines()
    return lines[0] if lines else ""


LANGUAGES = {path.stem: _load(path) for path in sorted(FOLDER.glob("*.toml"))}
"""The languages by the names of their files."""
