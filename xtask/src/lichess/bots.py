"""Two bots with a UCI engine play through the lichess API, while the server is killed.

A bot does what lichess-bot does: it listens to its events, accepts challenges, follows each
game in a thread of its own, and asks the engine when it is its turn.

usage: bots.py ARBITER FOLDER ENGINE GAMES
"""

import json
import os
import random
import sys
import threading
import time

import berserk
import chess
import chess.engine
import requests
from server import NO_LIMITS, Server

ARBITER, FOLDER, ENGINE, GAMES = sys.argv[1:]
GAMES = int(GAMES)
AT_ONCE = 4
LIMIT = chess.engine.Limit(nodes=300)
# How many half-moves are random.
OPENING_PLIES = 4
# How long a bot waits before it connects again.
PAUSE = 0.05


class Bot:
    """An engine behind the API."""

    def __init__(self, server, name, record):
        self.user = server.user(name, record, is_bot=True)
        self.name, self.client, self.record = name, self.user.client, record
        self.is_done = False
        # The moves that the server has acknowledged, and every state that it told, by game.
        self.acknowledged, self.told = {}, {}
        self.started, self.finished, self.errors = set(), {}, []
        self.playing = {}
        self.changed = threading.Condition()
        threading.Thread(target=self.listen, daemon=True).start()

    def listen(self):
        while not self.is_done:
            try:
                for event in self.client.bots.stream_incoming_events():
                    self.react(event)
            except (berserk.exceptions.ApiError, requests.RequestException):
                pass  # The server is gone, and comes back.
            time.sleep(PAUSE)

    def react(self, event):
        kind = event["type"]
        if kind == "challenge" and event["challenge"]["direction"] == "in":
            self.again(lambda: self.client.bots.accept_challenge(event["challenge"]["id"]))
        elif kind == "gameStart":
            game = event["game"]["gameId"]
            self.started.add(game)
            if game not in self.playing:
                thread = threading.Thread(target=self.play_guarded, args=[game], daemon=True)
                self.playing[game] = thread
                thread.start()
        elif kind == "gameFinish":
            with self.changed:
                self.finished[event["game"]["gameId"]] = event["game"]
                self.changed.notify_all()

    def again(self, request):
        """Sends a request again while the server cannot be reached."""
        while True:
            try:
                return request()
            except berserk.exceptions.ResponseError as error:
                if error.status_code < 500:
                    raise
            except (berserk.exceptions.ApiError, requests.RequestException):
                pass
            time.sleep(PAUSE)

    def play_guarded(self, game):
        try:
            with chess.engine.SimpleEngine.popen_uci(ENGINE) as engine:
                self.play(game, engine)
        except Exception as error:  # noqa: BLE001 - it fails the test
            self.errors.append(f"{self.name} in {game}: {error!r}")
        with self.changed:
            self.changed.notify_all()

    def play(self, game, engine):
        while True:
            try:
                for line in self.client.bots.stream_game_state(game):
                    if self.handle(game, engine, line):
                        return
            except berserk.exceptions.ResponseError:
                raise
            except (berserk.exceptions.ApiError, requests.RequestException):
                pass
            time.sleep(PAUSE)

    def handle(self, game, engine, line):
        """Reacts to a line of the stream. Returns whether the game is over."""
        if line["type"] == "gameFull":
            self.color = line["white"]["name"] == self.name
            colors = self.told.setdefault(game, {"is_white": self.color, "moves": []})
            state = line["state"]
            if not state["moves"] and not colors.get("greeted"):
                colors["greeted"] = True
                self.again(lambda: self.client.bots.post_message(game, f"I am {self.name}."))
        elif line["type"] == "gameState":
            state = line
        else:
            return False
        told = self.told[game]
        moves = state["moves"].split()
        known = told["moves"]
        # Nothing that was told is ever taken back.
        assert moves[: len(known)] == known, (known, moves)
        told["moves"] = moves
        if state["status"] != "started":
            told["status"] = state["status"]
            return True
        board = chess.Board()
        for move in moves:
            board.push_uci(move)
        if board.turn != told["is_white"] or told.get("ply") == len(moves):
            return False
        told["ply"] = len(moves)
        # Not if the next move would lead to it: that would be an offer, which is refused
        # after the opponent has declined one.
        if board.is_repetition(3) or board.halfmove_clock >= 100:
            path = f"/api/bot/game/{game}/draw/yes"
            self.again(lambda: self.client.bots._r.post(path))
        if len(moves) < OPENING_PLIES:
            # Otherwise all games would be the same.
            legal = sorted(move.uci() for move in board.legal_moves)
            move = random.Random(f"{game} {len(moves)}").choice(legal)
        else:
            move = engine.play(board, LIMIT).move.uci()
        try:
            self.again(lambda: self.client.bots.make_move(game, move))
        except berserk.exceptions.ResponseError as error:
            # A draw that was just claimed ends the game.
            if "over" not in error.response.text:
                raise
            return False
        self.acknowledged.setdefault(game, []).append((len(moves), move))
        return False

    def wait_for(self, games, seconds, running=0):
        """Waits until all but so many of these games are over."""
        end = time.time() + seconds
        with self.changed:
            while len(missing := games - set(self.finished)) > running:
                assert not self.errors, self.errors
                left = end - time.time()
                assert left > 0 and self.changed.wait(left), f"unfinished: {missing}"


def main():
    record = []
    server = Server(ARBITER, os.path.join(FOLDER, "bots"), *NO_LIMITS)
    one, two = Bot(server, "OneBot", record), Bot(server, "TwoBot", record)
    games = set()
    try:
        for number in range(GAMES):
            # A game that waits for its players could be lost on time before it begins.
            for bot in [one, two]:
                bot.wait_for(games, 300, running=AT_ONCE - 1)
            create = one.client.challenges.create
            rated = number % 2 == 0
            made = one.again(
                lambda: create("TwoBot", rated=rated, clock_limit=300, clock_increment=3)
            )
            games.add(made["id"])
            with one.changed:
                while made["id"] not in one.started:
                    assert not one.errors + two.errors, one.errors + two.errors
                    one.changed.wait(0.02)
            # Twice in the middle of games the server dies.
            if number in [GAMES // 3, 2 * GAMES // 3]:
                server.kill()
                server.start()
        for bot in [one, two]:
            bot.wait_for(games, 300)
        for bot in [one, two]:
            bot.is_done = True
            for thread in bot.playing.values():
                thread.join(30)
            assert not bot.errors, bot.errors
        check(one, two, games)
    finally:
        server.stop()
        with open(os.path.join(FOLDER, "bot_answers.json"), "w") as file:
            json.dump(record[:20_000], file)


def check(one, two, games):
    moves = 0
    for game in games:
        stored = one.again(lambda: one.client.games.export(game))
        board, played = chess.Board(), []
        for san in stored["moves"].split():
            played.append(board.push_san(san).uci())
        moves += len(played)
        for bot in [one, two]:
            assert game in bot.started and game in bot.finished
            told = bot.told[game]
            assert told["moves"] == played, (game, told["moves"], played)
            assert told["status"] == stored["status"]
            for ply, move in bot.acknowledged[game]:
                assert played[ply] == move, (game, ply, move, played)
    print(f"bots: {len(games)} games, {moves} moves, 2 crashes of the server: nothing lost")


main()
