"""cli-chess plays a whole game against level 3 in a real terminal.

usage: terminal.py ARBITER FOLDER ENGINE
"""

import os
import sys
import time

import chess
import chess.engine
import pexpect
import pyte
from server import Server

ARBITER, FOLDER, ENGINE = sys.argv[1:]
ROWS, COLUMNS = 45, 150
DOWN, RIGHT, F1, F8 = "\x1b[B", "\x1b[C", "\x1bOP", "\x1b[19~"
LIMIT = chess.engine.Limit(nodes=20_000)


class Terminal:
    """A program on a screen."""

    def __init__(self, command, arguments, env):
        self.screen = pyte.Screen(COLUMNS, ROWS)
        self.stream = pyte.Stream(self.screen)
        self.program = pexpect.spawn(
            command, arguments, env=env, dimensions=(ROWS, COLUMNS), encoding="utf-8", timeout=5
        )

    def text(self):
        return "\n".join(line.rstrip() for line in self.screen.display)

    def read(self, seconds):
        """Reads what comes within this time. Returns whether anything did."""
        try:
            text = self.program.read_nonblocking(65_536, seconds)
        except pexpect.TIMEOUT:
            return False
        # The program asks where the cursor is.
        if "\x1b[6n" in text:
            self.program.send("\x1b[1;1R")
        self.stream.feed(text)
        return True

    def wait_for(self, wanted, seconds=30):
        """Reads until a text is on the screen, or a condition holds."""
        holds = wanted if callable(wanted) else lambda: wanted in self.text()
        end = time.time() + seconds
        while not holds():
            assert self.program.isalive(), f"the program has ended\n{self.text()}"
            assert time.time() < end, f"{wanted} did not come\n{self.text()}"
            self.read(0.1)

    def press(self, *keys):
        for key in keys:
            self.program.send(key)
            # The screen is drawn when nothing more comes.
            self.read(2)
            while self.read(0.3):
                pass


def choose(terminal, option, value):
    """Sets an option of a menu, on which the cursor is, to a value."""
    for _ in range(12):
        line = next(line for line in terminal.text().split("\n") if option in line)
        if value in line:
            return
        terminal.press(" ")
    raise AssertionError(f"{option} has no {value}\n{terminal.text()}")


def start_game(terminal):
    """Starts a game as White against level 3 from the menus."""
    terminal.press(DOWN, RIGHT)
    terminal.wait_for("Play Online vs")
    for _ in range(6):
        if "Play Online vs Computer" in terminal.text():
            break
        terminal.press(DOWN)
    terminal.wait_for("Play Online vs Computer")
    terminal.press(RIGHT, DOWN, DOWN)
    choose(terminal, "Computer Level", "Level 3")
    terminal.press(DOWN)
    choose(terminal, "Side to play as", "White")
    terminal.press(F1)


def play(terminal, anna):
    """Types the engine's moves until the game is over. Returns how many."""
    terminal.wait_for(lambda: anna.client.games.get_ongoing())
    moves = 0
    with chess.engine.SimpleEngine.popen_uci(ENGINE) as engine:
        while True:
            [game] = anna.client.games.get_ongoing() or [None]
            if game is None:
                return moves
            if not game["isMyTurn"]:
                terminal.read(0.05)
                continue
            board = chess.Board(game["fen"])
            move = engine.play(board, LIMIT).move
            moves += 1
            terminal.program.send(move.uci() + "\r")
            was = game["lastMove"]
            terminal.wait_for(lambda: is_played(anna, was))


def is_played(anna, was):
    games = anna.client.games.get_ongoing()
    return not games or games[0]["lastMove"] != was


def main():
    server = Server(ARBITER, os.path.join(FOLDER, "terminal"))
    try:
        anna = server.user("Anna")
        home = os.path.join(FOLDER, "home")
        os.makedirs(home, exist_ok=True)
        env = {"HOME": home, "TERM": "xterm-256color", "LANG": "C.UTF-8", "PATH": os.environ["PATH"]}
        program = os.path.join(os.path.dirname(sys.executable), "cli-chess")
        arguments = ["--base-url", server.url, "--token", anna.token]
        terminal = Terminal(program, arguments, env)
        terminal.wait_for("Online Games")
        start_game(terminal)
        game = play(terminal, anna)
        terminal.wait_for("Checkmate", 10)
        assert "Anna" in terminal.text(), terminal.text()
        print(f"cli-chess: won a game of {game} moves against level 3")
        terminal.press(F8)
        terminal.program.close(force=True)
    finally:
        server.stop()


main()
