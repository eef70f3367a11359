"""Drives the engine with python-chess, as many programs do.

Called with the path of the binary; anything unexpected ends it with an error.
"""

import logging
import sys

import chess
import chess.engine


class Complaints(logging.Handler):
    """What python-chess finds wrong with what it hears."""

    def __init__(self):
        super().__init__(logging.WARNING)
        self.records = []

    def emit(self, record):
        self.records.append(record.getMessage())


def start(binary):
    engine = chess.engine.SimpleEngine.popen_uci([binary, "uci"], timeout=120)
    STARTED.append(engine)
    return engine


# To be closed whatever happens: python-chess waits for those that are left.
STARTED = []


def leave(engine):
    engine.quit()
    code = engine.transport.get_returncode()
    assert code == 0, f"the engine left with {code}"


def options_are_understood(binary):
    engine = start(binary)
    assert engine.id["name"].startswith("Arbiter"), engine.id
    kinds = {name: option.type for name, option in engine.options.items()}
    for name, kind in {
        "Hash": "spin",
        "Threads": "spin",
        "MultiPV": "spin",
        "Ponder": "check",
        "UCI_Chess960": "check",
        "UCI_ShowWDL": "check",
        "UCI_LimitStrength": "check",
        "UCI_Elo": "spin",
        "SyzygyPath": "string",
        "Move Overhead": "spin",
        "Clear Hash": "button",
        "UCI_EngineAbout": "string",
    }.items():
        assert kinds.get(name) == kind, f"{name} is {kinds.get(name)}, not {kind}"
    engine.configure({"Hash": 4, "Threads": 2, "Clear Hash": None})
    engine.ping()
    leave(engine)
    return f"{len(kinds)} options"


def a_game_with_pondering(binary):
    """Both sides think on the other's time, with little time of their own."""
    players = [start(binary), start(binary)]
    board = chess.Board()
    limit = chess.engine.Limit(white_clock=0.6, black_clock=0.6, white_inc=0.01, black_inc=0.01)
    guesses = 0
    hits = 0
    guessed = [None, None]
    while not board.is_game_over(claim_draw=True):
        side = board.ply() % 2
        last = board.peek() if board.move_stack else None
        guesses += guessed[side] is not None
        hits += guessed[side] is not None and guessed[side] == last
        result = players[side].play(board, limit, game="pondering", ponder=True)
        assert result.move in board.legal_moves, f"{result.move} in {board.fen()}"
        assert not result.resigned
        guessed[side] = result.ponder
        board.push(result.move)
    assert hits > 0, "no guess was right, so that pondering was not tried"
    for player in players:
        leave(player)
    return f"{board.ply()} half-moves, {board.result(claim_draw=True)}, {hits} of {guesses} guesses right"


def analysis_is_stopped(binary):
    engine = start(binary)
    board = chess.Board("r1bqkbnr/pppp1ppp/2n5/4p3/2B1P3/5Q2/PPPP1PPP/RNB1K1NR b KQkq - 3 3")
    seen = 0
    for _ in range(3):
        with engine.analysis(board) as analysis:
            for info in analysis:
                seen += "pv" in info
                if info.get("depth", 0) >= 6:
                    break
            analysis.stop()
            best = analysis.wait()
            assert best.move in board.legal_moves
    infos = engine.analyse(board, chess.engine.Limit(depth=5), multipv=4)
    assert [info["multipv"] for info in infos] == [1, 2, 3, 4]
    root = [chess.Move.from_uci("a7a6"), chess.Move.from_uci("h7h6")]
    result = engine.play(board, chess.engine.Limit(depth=3), root_moves=root)
    assert result.move in root
    mate = chess.Board("kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1")
    result = engine.play(mate, chess.engine.Limit(mate=2), info=chess.engine.INFO_ALL)
    assert result.info["score"].relative == chess.engine.Mate(2), result.info
    over = chess.Board("rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3")
    assert not engine.play(over, chess.engine.Limit(time=1)).move
    leave(engine)
    return f"{seen} lines heard"


def a_game_of_chess960(binary):
    engine = start(binary)
    plies = 0
    for number in (17, 342, 905):
        board = chess.Board.from_chess960_pos(number)
        for _ in range(60):
            if board.is_game_over(claim_draw=True):
                break
            result = engine.play(board, chess.engine.Limit(nodes=2000), game=number)
            assert result.move in board.legal_moves, f"{result.move} in {board.fen()}"
            board.push(result.move)
            plies += 1
    board = chess.Board("rk3r2/pppppppp/8/8/8/8/PPPPPPPP/RK3R2 w FAfa - 0 1", chess960=True)
    for _ in range(2):
        castlings = list(board.generate_castling_moves())
        result = engine.play(board, chess.engine.Limit(depth=3), root_moves=castlings)
        assert result.move in castlings, f"{result.move} in {board.fen()}"
        board.push(result.move)
    leave(engine)
    return f"{plies} half-moves, and both sides castled"


def a_weak_player_wins_by_mate(binary):
    """At any strength it mates a bare king with a queen."""
    engine = start(binary)
    lowest = engine.options["UCI_Elo"].min
    engine.configure({"UCI_LimitStrength": True, "UCI_Elo": lowest})
    board = chess.Board("8/8/8/4k3/8/8/8/3QK3 w - - 0 1")
    while not board.is_game_over(claim_draw=True):
        if board.turn == chess.WHITE:
            result = engine.play(board, chess.engine.Limit(white_clock=60, black_clock=60))
            board.push(result.move)
        else:
            board.push(next(iter(board.legal_moves)))
    assert board.result(claim_draw=True) == "1-0", board.fen()
    leave(engine)
    return f"mate at {lowest} Elo after {board.ply()} half-moves"


def main():
    binary = sys.argv[1]
    complaints = Complaints()
    logging.getLogger("chess.engine").addHandler(complaints)
    for talk in (
        options_are_understood,
        analysis_is_stopped,
        a_game_of_chess960,
        a_weak_player_wins_by_mate,
        a_game_with_pondering,
    ):
        print(f"{talk.__name__.replace('_', ' ')}: ", end="", flush=True)
        print(talk(binary))
        assert not complaints.records, complaints.records


try:
    main()
finally:
    for engine in STARTED:
        engine.close()
