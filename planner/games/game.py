"""A puzzle played by a person, move by move, whatever its moves are: the commands.

Lines in, text out; nothing here reads or prints.
"""

from __future__ import annotations

from abc import ABC, abstractmethod


class Game(ABC):
    """A puzzle under way."""

    moves_help: str
    """the commands that make a move, with what they do; a line for each"""
    move: str
    """what a move is called"""
    aim: str
    """what a hint tells"""
    names: frozenset[str] = frozenset()
    """what stands for a move, written so, even if it would be a command"""

    def __init__(self) -> None:
        self.over = False
        """whether the player has left"""

    @abstractmethod
    def opening(self) -> str:
        """Return what is to be known before the first move: the rules and the commands."""

    @abstractmethod
    def situation(self) -> str:
        """Return the situation, then every move that is possible here with what it breaks, or that the end is reached."""

    def help(self) -> str:
        """Return the list of commands."""
        return (
            f"{self.moves_help}\n"
            f"  u, undo     take the last {self.move} back\n"
            f"  h, hint     {self.aim}\n"
            "  r, restart  begin again\n"
            "  ?, help     this list\n"
            "  q, quit     leave\n"
        )

    def answer(self, line: str) -> str:
        """Return what there is to say to a line of the player's."""
        match line.lower().split() if line.strip() not in self.names else ["move"]:
            case []:
                return ""
            case ["q" | "quit" | "exit"]:
                self.over = True
                return ""
            case ["?" | "help"]:
                return self.help()
            case ["h" | "hint"]:
                return self._hint() + "\n"
            case ["r" | "restart"]:
                self._begin()
                return self.situation()
            case ["u" | "undo"]:
                if not self._undo():
                    return "There is nothing to undo: this is the start.\n"
                return self.situation()
        refusal = self._make(line.strip())
        return f"{refusal}\n" if refusal else self.situation()

    @abstractmethod
    def _begin(self) -> None:
        """Go back to the start."""

    @abstractmethod
    def _undo(self) -> bool:
        """Take the last move back, if there is one; return whether there was."""

    @abstractmethod
    def _hint(self) -> str:
        """Return what to do next."""

    @abstractmethod
    def _make(self, line: str) -> str:
        """Make the move that a line asks for; return why that is not possible, or the empty text."""


def out_of_range(found: str, least: str, most: str) -> str:
    """Return what is wrong with the number of a choice."""
    return f"Found {found}, expected a number from {least} to {most}; ? helps."
