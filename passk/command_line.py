"""What the commands share: errors in one line, words that are numbers, printing into a pipe."""

import argparse
import os
import sys

__all__ = ["OneLineParser", "say", "whole_word"]


class OneLineParser(argparse.ArgumentParser):
    """A parser that ends a wrong call with one clear line and exit code 2."""

    def error(self, message):
        """Print the message alone, without the usage."""
        self.exit(2, f"{self.prog}: {message}\n")


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
