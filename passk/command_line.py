"""What the commands share: errors in one line, words that are numbers, printing into a pipe."""

import argparse
import os
import sys

__all__ = ["OneList", "OneLineParser", "say", "whole_word", "whole_words"]


class OneLineParser(argparse.ArgumentParser):
    """A parser that ends a wrong call with one clear line and exit code 2."""

    def error(self, message):
        """Print the message alone, without the usage."""
        self.exit(2, f"{self.prog}: {message}\n")


class OneList(argparse.Action):
    """An option whose words are lists each, such as ``1,10``: they become one list."""

    def __call__(self, parser, namespace, values, option_string=None):
        """Store the list."""
        setattr(namespace, self.dest, [item for word in values for item in word])


def say(text, code=0):
    """Print a text; return the exit code. A reader that has gone, such as `head`, is no error.

    Parameters
    ----------
    text : object
    code : int

    Returns
    -------
    int
        2 if the text cannot be printed.

    Examples
    --------
    >>> say("0.5")
    0.5
    0
    """
    try:
        print(text, flush=True)
    except OSError as error:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())  # for what is left to write
        if not isinstance(error, BrokenPipeError):
            print(f"cannot print: {error}", file=sys.stderr)
            return 2
    return code


def whole_word(text):
    """Return a word of the command line as int, or tell argparse what is wrong with it.

    Parameters
    ----------
    text : str

    Returns
    -------
    int

    Raises
    ------
    argparse.ArgumentTypeError
        If it is no whole number.

    Examples
    --------
    >>> whole_word("10")
    10
    """
    try:
        return int(text)
    except ValueError:
        shown = repr(text if len(text) <= 40 else f"{text[:40]}...")
        raise argparse.ArgumentTypeError(f"must be a whole number: {shown}") from None


def whole_words(text):
    """Return a word such as ``1,10`` as a list of int; for the action `OneList`.

    Parameters
    ----------
    text : str

    Returns
    -------
    list of int

    Raises
    ------
    argparse.ArgumentTypeError
        If a part of it is no whole number.

    Examples
    --------
    >>> whole_words("1,10"), whole_words("5")
    ([1, 10], [5])
    """
    return [whole_word(word) for word in text.strip(",").split(",")]
