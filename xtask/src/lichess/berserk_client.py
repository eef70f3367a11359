"""Uses every endpoint of the lichess API through berserk.

usage: berserk_client.py ARBITER FOLDER
"""

import base64
import hashlib
import json
import os
import sys
import urllib.parse
import urllib.request

import berserk
import requests
from server import Server, Stream, refused

ARBITER, FOLDER = sys.argv[1:]


def accounts(server, anna, bert):
    me = anna.client.account.get()
    assert me["id"] == "anna" and me["username"] == "Anna" and "title" not in me, me
    assert me["count"]["all"] == 0 and me["url"] == f"{server.url}/player/Anna"
    assert anna.client.account.get_email() == ""
    assert anna.client.account.get_preferences()["prefs"] == {}
    assert anna.client.account.get_kid_mode() is False
    assert anna.client.games.get_ongoing() == []
    assert anna.client.users.get_public_data("BERT")["username"] == "Bert"
    users = anna.client.users.get_by_id("anna", "bert", "nobody")
    assert [user["id"] for user in users] == ["anna", "bert"]
    [status] = anna.client.users.get_realtime_statuses("bert", with_game_ids=True)
    assert status == {"id": "bert", "name": "Bert"}, status
    tested = anna.client.oauth.test_tokens(anna.token, "arb_wrong")
    assert tested["arb_wrong"] is None
    assert tested[anna.token]["userId"] == "anna"
    assert set(tested[anna.token]["scopes"].split(",")) >= {"board:play", "challenge:write"}
    assert tested[anna.token]["expires"] is None
    # What is not allowed is refused in lichess's form.
    stranger = berserk.Client(berserk.TokenSession("arb_wrong"), base_url=server.url)
    refused(stranger.account.get, 401)
    refused(anna.client.users.get_public_data, 404, "nobody")
    few = server.new_token(anna.session, ["challenge:read"])
    few = berserk.Client(berserk.TokenSession(few), base_url=server.url)
    assert few.challenges.get_mine() == {"in": [], "out": []}
    refused(few.board.make_move, 403, "0000000000", "e2e4")
    refused(anna.client.bots.make_move, 403, "0000000000", "e2e4")
    refused(anna.client.board.make_move, 404, "0000000000", "e2e4")


def challenges(anna, bert):
    events, own = bert.events(), anna.events()
    create = anna.client.challenges.create
    made = create("bert", rated=False, clock_limit=300, clock_increment=3, color="white")
    assert made["status"] == "created" and made["direction"] == "out", made
    assert made["timeControl"] == {"type": "clock", "limit": 300, "increment": 3, "show": "5:00+3"}
    told = events.of_type("challenge")["challenge"]
    assert told["id"] == made["id"] and told["direction"] == "in"
    assert own.of_type("challenge")["challenge"]["id"] == made["id"]
    mine = bert.client.challenges.get_mine()
    assert [it["id"] for it in mine["in"]] == [made["id"]] and mine["out"] == []
    bert.client.challenges.decline(made["id"], reason="tooFast")
    declined = own.of_type("challengeDeclined")["challenge"]
    assert declined["declineReasonKey"] == "toofast" and declined["status"] == "declined"
    made = create("bert", rated=True, days=3, variant="chess960")
    assert made["timeControl"] == {"type": "correspondence", "daysPerTurn": 3}
    assert made["variant"]["key"] == "chess960" and made["color"] == "random"
    anna.client.challenges.cancel(made["id"])
    assert events.of_type("challengeCanceled")["challenge"]["id"] == made["id"]
    refused(create, 404, "nobody", rated=False)
    refused(create, 400, "anna", rated=False)
    refused(create, 400, "bert", rated=False, variant="atomic")
    refused(bert.client.challenges.accept, 404, "0000000000")
    # A challenge that was accepted becomes a game with the same id.
    made = create("bert", rated=True, clock_limit=300, clock_increment=3, color="white")
    bert.client.challenges.accept(made["id"])
    started = events.of_type("gameStart")["game"]
    assert started["gameId"] == made["id"] and started["color"] == "black", started
    assert started["opponent"]["username"] == "Anna" and not started["isMyTurn"]
    assert own.of_type("gameStart")["game"]["isMyTurn"]
    return made["id"], own


def whole_game(anna, bert, game, events):
    white, black = anna.game(game), bert.game(game)
    full = white.of_type("gameFull")
    assert full["white"]["name"] == "Anna" and full["rated"] and full["initialFen"] == "startpos"
    assert full["clock"] == {"initial": 300_000, "increment": 3_000}
    assert full["state"]["moves"] == "" and full["state"]["status"] == "started"
    black.of_type("gameFull")
    [now] = anna.client.games.get_ongoing()
    assert now["gameId"] == game and now["isMyTurn"]
    refused(bert.play.make_move, 400, game, "e7e5")
    refused(anna.play.make_move, 400, game, "e2e5")
    moves = []

    def move(user, uci):
        moves.append(uci)
        user.play.make_move(game, uci)
        for stream in [white, black]:
            stream.next(lambda line: line.get("moves") == " ".join(moves))

    for number, uci in enumerate(["e2e4", "e7e5", "f1c4", "b8c6"]):
        move([anna, bert][number % 2], uci)
    # Sent again because its answer was lost.
    bert.play.make_move(game, "b8c6")
    anna.play.post_message(game, "Good luck!")
    line = black.of_type("chatLine")
    assert (line["username"], line["text"], line["room"]) == ("Anna", "Good luck!", "player")
    bert.play.post_message(game, "To those who watch", spectator=True)
    assert anna.play.get_game_chat(game) == [{"user": "Anna", "text": "Good luck!"}]
    # A draw is offered and declined.
    anna.play.offer_draw(game)
    assert black.of_type("gameState")["wdraw"] is True
    bert.play.decline_draw(game)
    assert "wdraw" not in black.of_type("gameState")
    # Takebacks are not possible in rated games, and berserk nowhere.
    refused(anna.play.offer_takeback, 400, game)
    refused(anna.play.go_berserk, 400, game)
    refused(anna.play.claim_victory, 400, game)
    anna.client.challenges.add_time_to_opponent_clock(game, 15)
    move(anna, "d1h5")
    move(bert, "g8f6")
    anna.play.make_move(game, "h5f7")
    moves.append("h5f7")
    last = black.next(lambda line: line.get("status") == "mate")
    assert last["winner"] == "white" and last["moves"] == " ".join(moves)
    white.wait_for_end()
    black.wait_for_end()
    finished = events.of_type("gameFinish")["game"]
    assert finished["gameId"] == game and finished["winner"] == "white"
    assert finished["ratingDiff"] > 0 > finished["opponent"]["ratingDiff"], finished
    assert anna.client.games.get_ongoing() == []
    # The stream of a finished game is its last state.
    over = anna.game(game)
    assert over.of_type("gameFull")["state"]["status"] == "mate"
    over.wait_for_end()
    return moves


def offers(anna, bert):
    create = anna.client.challenges.create
    made = create("bert", rated=False, clock_limit=300, clock_increment=0, color="white")
    game = made["id"]
    bert.client.challenges.accept(game)
    white, black = anna.game(game), bert.game(game)
    for stream in [white, black]:
        stream.of_type("gameFull")
    anna.play.make_move(game, "e2e4")
    bert.play.make_move(game, "e7e5")
    white.next(lambda line: line.get("moves") == "e2e4 e7e5")
    anna.play.offer_takeback(game)
    assert black.next(lambda line: "wtakeback" in line)["moves"] == "e2e4 e7e5"
    bert.play.decline_takeback(game)
    black.next(lambda line: line["type"] == "gameState" and "wtakeback" not in line)
    bert.play.offer_takeback(game)
    assert white.next(lambda line: "btakeback" in line)
    anna.play.accept_takeback(game)
    assert white.next(lambda line: line.get("moves") == "e2e4")
    bert.play.make_move(game, "c7c5")
    white.next(lambda line: line.get("moves") == "e2e4 c7c5")
    bert.play.offer_draw(game)
    white.next(lambda line: "bdraw" in line)
    anna.play.accept_draw(game)
    assert white.next(lambda line: line.get("status") != "started")["status"] == "draw"
    black.wait_for_end()
    claims(anna, bert, create)
    # Aborted before both have moved, and resigned after.
    made = create("bert", rated=False, clock_limit=300, clock_increment=0)
    bert.client.challenges.accept(made["id"])
    anna.play.abort_game(made["id"])
    aborted = anna.game(made["id"]).of_type("gameFull")
    assert aborted["state"]["status"] == "aborted"
    made = create("bert", rated=False, clock_limit=300, clock_increment=0)
    bert.client.challenges.accept(made["id"])
    bert.play.resign_game(made["id"])
    resigned = anna.game(made["id"]).of_type("gameFull")["state"]
    assert resigned["status"] in ["resign", "draw"], resigned


def claims(anna, bert, create):
    """A draw by repetition is claimed in both ways, for which berserk has no methods."""
    for way in ["claim-draw", "draw/yes"]:
        made = create("bert", rated=False, clock_limit=300, clock_increment=0, color="white")
        game = made["id"]
        bert.client.challenges.accept(game)
        post = anna.client.board._r.post
        if way == "claim-draw":
            refused(post, 400, f"/api/board/game/{game}/{way}")
        for number, move in enumerate(["g1f3", "g8f6", "f3g1", "f6g8"] * 2):
            [anna, bert][number % 2].play.make_move(game, move)
        post(f"/api/board/game/{game}/{way}")
        full = anna.game(game).of_type("gameFull")
        assert full["state"]["status"] == "draw", full


def kept_challenge(server, anna, bert):
    """A challenge that lasts as long as its stream."""
    events = bert.events()

    def challenge():
        return requests.post(
            f"{server.url}/api/challenge/bert",
            data={"clock.limit": 300, "clock.increment": 0, "keepAliveStream": "true"},
            headers={"authorization": f"Bearer {anna.token}"},
            stream=True,
        )

    lines = challenge().iter_lines()
    first = json.loads(next(lines))
    events.of_type("challenge")
    bert.client.challenges.decline(first["id"])
    assert json.loads(next(line for line in lines if line)) == {"done": "declined"}
    answer = challenge()
    second = json.loads(next(answer.iter_lines()))
    answer.close()
    canceled = events.of_type("challengeCanceled")["challenge"]
    assert canceled["id"] == second["id"] and canceled["status"] == "canceled"


def computer(anna):
    made = anna.client.challenges.create_ai(
        level=3, clock_limit=300, clock_increment=0, color="white"
    )
    assert made["status"]["name"] == "started" and made["player"] == "white", made
    stream = anna.game(made["id"])
    full = stream.of_type("gameFull")
    assert full["black"]["aiLevel"] == 3, full
    anna.play.make_move(made["id"], "e2e4")
    stream.next(lambda line: line.get("moves", "").count(" ") == 1)
    anna.play.resign_game(made["id"])
    assert stream.next(lambda line: line.get("status") == "resign")["winner"] == "black"
    # A position of one's own.
    made = anna.client.challenges.create_ai(
        level=1, position="4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", color="white"
    )
    full = anna.game(made["id"]).of_type("gameFull")
    assert full["variant"]["key"] == "fromPosition"
    assert full["initialFen"].startswith("4k3/8/8/8/8/8/4P3/4K3 w"), full
    assert full["state"]["wtime"] == 2147483647 and "clock" not in full
    anna.play.resign_game(made["id"])


def anyone(anna, bert):
    made = anna.client.challenges.create_open(clock_limit=300, clock_increment=2)
    assert made["urlWhite"] == made["url"]
    bert.client.challenges.accept(made["id"])
    anna.game(made["id"]).of_type("gameFull")
    anna.play.abort_game(made["id"])
    made = anna.client.challenges.create_open(clock_limit=300, clock_increment=2)
    anna.client.challenges.cancel(made["id"])
    refused(bert.client.challenges.accept, 404, made["id"])


def seeks(anna, bert):
    import threading

    events = bert.events()
    seeking = threading.Thread(target=anna.client.board.seek, args=(5, 3), daemon=True)
    seeking.start()
    bert.client.board.seek(5, 3)
    seeking.join(20)
    assert not seeking.is_alive()
    game = events.of_type("gameStart")["game"]["gameId"]
    bert.play.abort_game(game)


def games(server, anna, bert, game, moves):
    client = anna.client.games
    exported = client.export(game)
    assert exported["id"] == game and exported["status"] == "mate", exported
    assert exported["moves"].startswith("e4 e5 Bc4 Nc6") and exported["winner"] == "white"
    assert exported["opening"]["eco"] == "C23" or exported["opening"]["name"], exported
    assert len(exported["clocks"]) == len(moves)
    assert exported["players"]["white"]["user"]["name"] == "Anna"
    pgn = client.export(game, as_pgn=True)
    assert '[White "Anna"]' in pgn and "Qxf7# {[%clk" in pgn, pgn
    short = client.export(game, as_pgn=True, clocks=False, tags=False)
    assert short.startswith("1. e4 e5 2. Bc4 Nc6") and "%clk" not in short, short
    assert client.export(game, moves=False).get("moves") is None
    of_anna = list(client.export_by_player("Anna"))
    assert game in [it["id"] for it in of_anna]
    [rated] = client.export_by_player("Anna", rated=True, vs="bert", perf_type="blitz", max=5)
    assert rated["id"] == game and "clocks" not in rated
    assert list(client.export_by_player("Anna", perf_type="bullet")) == []
    created = berserk.utils.to_millis(rated["createdAt"])
    assert list(client.export_by_player("Anna", since=created + 3_600_000)) == []
    until = [it["id"] for it in client.export_by_player("Anna", until=created + 1)]
    assert game in until
    black = list(client.export_by_player("Anna", color="black", rated=True))
    assert black == [], black
    assert len(list(client.export_by_player("Anna", max=2))) == 2
    texts = list(client.export_by_player("Anna", as_pgn=True, rated=True))
    assert len(texts) == 1 and texts[0].startswith("[Event"), texts
    both = list(client.export_multi(game, of_anna[0]["id"]))
    assert [it["id"] for it in both] == [game, of_anna[0]["id"]]
    imported = client.import_game('[White "A"]\n\n1. e4 e5 *')
    assert imported["url"].startswith(f"{server.url}/analysis?pgn="), imported
    refused(client.import_game, 400, "nothing")
    refused(client.export, 404, "0000000000")


def evaluations(server, anna):
    cloud = anna.client.analysis.get_cloud_evaluation
    fen = "4k3/8/8/8/8/8/4P3/4K2R w K - 0 1"
    refused(cloud, 404, fen)
    # What the engine has found for somebody is told to all.
    request = urllib.request.Request(
        f"{server.url}/v1/analysis",
        json.dumps({"fen": fen, "depth": 10, "lines": 2}).encode(),
        {"content-type": "application/json"},
    )
    with urllib.request.urlopen(request) as answer:
        answer.read()
    found = cloud(fen, num_variations=2)
    assert found["depth"] >= 8 and len(found["pvs"]) == 2, found


def watching(server, anna, bert, carl):
    users = Stream(carl.client.games.get_among_players("anna", "bert", with_current_games=True))
    feed = Stream(carl.client.tv.stream_current_game())
    made = anna.client.challenges.create(
        "bert", rated=False, clock_limit=300, clock_increment=0, color="white"
    )
    game = made["id"]
    bert.client.challenges.accept(game)
    started = users.next(lambda line: line["id"] == game)
    assert started["statusName"] == "started" and started["players"]["white"]["userId"] == "anna"
    assert feed.next(lambda line: line["t"] == "featured")["d"]["id"] == game
    channel = Stream(carl.client.tv.stream_current_game_of_channel("blitz"))
    assert channel.next()["d"]["id"] == game
    anna.play.make_move(game, "e2e4")
    watched = Stream(carl.client.games.stream_game_moves(game))
    first = watched.next()
    assert first["id"] == game and first["status"]["name"] == "started"
    assert [watched.next().get("lm") for _ in range(2)] == [None, "e2e4"]
    bert.play.make_move(game, "e7e5")
    assert watched.next()["lm"] == "e7e5"
    for stream in [feed, channel]:
        assert stream.next(lambda line: line["t"] == "fen" and line["d"]["lm"] == "e7e5")
    bert.play.resign_game(game)
    assert watched.next()["status"]["name"] == "resign"
    watched.wait_for_end()
    assert users.next(lambda line: line["statusName"] == "resign")["winner"] == "white"


def authorization(server, anna):
    """A program gets a token of its own, as in lichess's OAuth with proof keys."""
    verifier = "v" * 64
    digest = hashlib.sha256(verifier.encode()).digest()
    request = {
        "client_id": "example.org",
        "redirect_uri": "http://localhost:9/back",
        "code_challenge": base64.urlsafe_b64encode(digest).decode().rstrip("="),
        "scope": "board:play",
        "state": "abc",
    }
    url = server.ask("POST", "/v1/account/authorizations", request, token=anna.session)["url"]
    sent = dict(urllib.parse.parse_qsl(url.split("?")[1]))
    assert url.startswith("http://localhost:9/back?") and sent["state"] == "abc"
    form = {
        "grant_type": "authorization_code",
        "code": sent["code"],
        "code_verifier": verifier,
        "redirect_uri": request["redirect_uri"],
        "client_id": "example.org",
    }
    session = anna.client.account._r.session
    answer = session.post(f"{server.url}/api/token", data=form)
    assert answer.status_code == 200, answer.text
    token = answer.json()
    assert token["token_type"] == "Bearer" and token["expires_in"] == 31_536_000
    # A code can be used once.
    again = requests.post(f"{server.url}/api/token", data=form)
    assert again.status_code == 400 and again.json()["error"] == "invalid_grant"
    tested = anna.client.oauth.test_tokens(token["access_token"])[token["access_token"]]
    assert tested["scopes"] == "board:play" and tested["expires"] > 0
    bearer = {"authorization": f"Bearer {token['access_token']}"}
    revoked = requests.delete(f"{server.url}/api/token", headers=bearer)
    assert revoked.status_code == 204
    assert requests.get(f"{server.url}/api/account", headers=bearer).status_code == 401
    # Pages of other sites can use the API, without cookies.
    asked = requests.options(f"{server.url}/api/account", headers={"origin": "https://a.example"})
    assert asked.headers["access-control-allow-origin"] == "*"


def bots(server, record, anna):
    one, two = (server.user(name, record, is_bot=True) for name in ["OneBot", "TwoBot"])
    assert one.client.account.get()["title"] == "BOT"
    refused(anna.client.account.upgrade_to_bot, 400)
    refused(one.client.board.make_move, 403, "0000000000", "e2e4")
    refused(one.client.board.seek, 403, 5, 3)
    events = two.events()
    assert two.client.challenges.get_mine() == {"in": [], "out": []}
    online = [bot["username"] for bot in anna.client.bots.get_online_bots(limit=10)]
    assert online == ["TwoBot"], online
    made = one.client.challenges.create("TwoBot", rated=True, clock_limit=60, clock_increment=1)
    assert made["challenger"]["title"] == "BOT"
    assert events.of_type("challenge")["challenge"]["id"] == made["id"]
    two.client.bots.accept_challenge(made["id"])
    started = events.of_type("gameStart")["game"]
    players = {"white": one, "black": two}
    if started["color"] == "white":
        players = {"white": two, "black": one}
    # The color was known before.
    challenger = made["finalColor"]
    assert players[challenger] is one
    white, black = players["white"], players["black"]
    stream = white.game(made["id"])
    full = stream.of_type("gameFull")
    assert full["white"]["title"] == full["black"]["title"] == "BOT"
    white.play.make_move(made["id"], "d2d4")
    black.play.make_move(made["id"], "d7d5")
    black.play.post_message(made["id"], "I am a program.")
    assert stream.of_type("chatLine")["text"] == "I am a program."
    black.play.resign_game(made["id"])
    assert stream.next(lambda line: line.get("status") == "resign")["winner"] == "white"
    # One stream of events for each token: a new one ends the old one.
    two.events().next
    events.wait_for_end()
    made = one.client.challenges.create("TwoBot", rated=False, clock_limit=60, clock_increment=1)
    two.client.bots.decline_challenge(made["id"], reason="later")
    made = one.client.challenges.create("TwoBot", rated=False, clock_limit=60, clock_increment=1)
    two.client.bots.accept_challenge(made["id"])
    two.client.bots.abort_game(made["id"])


def main():
    record = []
    server = Server(ARBITER, os.path.join(FOLDER, "berserk"))
    try:
        anna, bert = server.user("Anna", record), server.user("Bert", record)
        accounts(server, anna, bert)
        game, events = challenges(anna, bert)
        moves = whole_game(anna, bert, game, events)
        offers(anna, bert)
        kept_challenge(server, anna, bert)
        games(server, anna, bert, game, moves)
        watching(server, anna, bert, server.user("Carl", record))
        evaluations(server, anna)
        authorization(server, anna)
        computer(anna)
        anyone(anna, bert)
        seeks(anna, bert)
        bots(server, record, anna)
    finally:
        server.stop()
        with open(os.path.join(FOLDER, "answers.json"), "w") as file:
            json.dump(record, file)
    print(f"berserk: {len(record)} answers and lines as expected")


main()
