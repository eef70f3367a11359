"""A chess server for the tests of the lichess API, and a record of what it answers."""

import json
import os
import re
import signal
import subprocess
import threading
import urllib.error
import urllib.request

import berserk

LICHESS_SCOPES = [
    "board:play",
    "bot:play",
    "challenge:read",
    "challenge:write",
    "preference:read",
    "email:read",
]

# Many clients at one address.
NO_LIMITS = [
    "--connections-per-address=0",
    "--sockets-per-address=0",
    "--games-per-address=0",
    "--requests-per-minute=0",
    "--chat-per-minute=0",
]


class Server:
    """A running chess server."""

    def __init__(self, arbiter, folder, *options):
        self.arbiter, self.folder, self.options = arbiter, folder, options
        self.listen = "127.0.0.1:0"
        self.accounts = 0
        self.start()

    def start(self):
        command = [self.arbiter, "serve", "--listen", self.listen, "--data", self.folder]
        command += ["--log-level", "error", *self.options]
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
        for line in self.process.stdout:
            found = re.search(r"open +(http://\S+)", line)
            if found:
                self.url = found[1].rstrip("/")
                # A server that is started again has the same address.
                self.listen = self.url.split("//")[1]
                return
        raise SystemExit("the server did not start")

    def kill(self):
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()

    def stop(self):
        self.process.terminate()
        self.process.wait()

    def ask(self, method, path, body=None, token=None):
        headers = {"content-type": "application/json"}
        if token:
            headers["authorization"] = f"Bearer {token}"
        data = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(self.url + path, data, headers, method=method)
        with urllib.request.urlopen(request) as answer:
            text = answer.read()
            return json.loads(text) if text else None

    def sign_up(self, name):
        """Returns the session token of a new account."""
        body = {"name": name, "password": f"correct horse {name}"}
        return self.ask("POST", "/v1/accounts", body)["token"]

    def new_token(self, session, scopes=LICHESS_SCOPES):
        body = {"label": "lichess test", "scopes": scopes}
        return self.ask("POST", "/v1/account/tokens", body, token=session)["token"]

    def user(self, name, record=None, is_bot=False):
        """Returns a new account with a token and a client."""
        return User(self, name, record, is_bot)


class User:
    """An account with a token, and berserk as its client."""

    def __init__(self, server, name, record, is_bot):
        self.name = name
        self.session = server.sign_up(name)
        self.token = server.new_token(self.session)
        self.requests = request_session(self.token, record)
        self.client = berserk.Client(self.requests, base_url=server.url)
        if is_bot:
            self.client.account.upgrade_to_bot()
        self.play = self.client.bots if is_bot else self.client.board

    def events(self):
        """Returns the event stream, which is open when this returns."""
        opened = threading.Event()
        self.requests.hooks["response"] = [lambda response, **_: opened.set()]
        # The request is sent when the first line is read.
        stream = Stream(self.client.bots.stream_incoming_events())
        assert opened.wait(20), "the stream of events does not open"
        self.requests.hooks["response"] = []
        return stream

    def game(self, game):
        return Stream(self.play.stream_game_state(game))


def request_session(token, record):
    return berserk.TokenSession(token) if record is None else RecordingSession(token, record)


class Stream:
    """The lines of a stream, read by a thread of its own."""

    def __init__(self, lines):
        self.lines, self.ended, self.error = [], False, None
        self.changed = threading.Condition()
        self.position = 0
        threading.Thread(target=self.read, args=[lines], daemon=True).start()

    def read(self, lines):
        try:
            for line in lines:
                with self.changed:
                    self.lines.append(line)
                    self.changed.notify_all()
        except Exception as error:  # noqa: BLE001 - it is reported to the waiting caller
            self.error = error
        with self.changed:
            self.ended = True
            self.changed.notify_all()

    def next(self, wanted=lambda line: True, seconds=20):
        """Returns the next line that is wanted; those before it are skipped."""
        with self.changed:
            while True:
                while self.position < len(self.lines):
                    line = self.lines[self.position]
                    self.position += 1
                    if wanted(line):
                        return line
                assert not self.ended, f"the stream has ended: {self.error}"
                assert self.changed.wait(seconds), f"nothing came after {self.lines[-1:]}"

    def of_type(self, kind, seconds=20):
        return self.next(lambda line: line["type"] == kind, seconds)

    def wait_for_end(self, seconds=20):
        with self.changed:
            while not self.ended:
                assert self.changed.wait(seconds), "the stream has not ended"
        assert self.error is None, self.error


class RecordingSession(berserk.TokenSession):
    """Notes every answer and every line of a stream."""

    def __init__(self, token, record):
        super().__init__(token)
        self.record = record

    def request(self, method, url, **options):
        response = super().request(method, url, **options)
        path = url.split("//")[1].split("/", 1)[1].split("?")[0]
        place = (method.lower(), "/" + path.rstrip("/"), response.status_code)
        kind = response.headers.get("content-type", "")
        if options.get("stream"):
            read = response.iter_lines

            def iter_lines(*arguments, **named):
                for line in read(*arguments, **named):
                    if line and "ndjson" in kind:
                        self.record.append((*place, True, json.loads(line)))
                    yield line

            response.iter_lines = iter_lines
        elif "ndjson" in kind:
            for line in response.text.split("\n"):
                if line:
                    self.record.append((*place, True, json.loads(line)))
        elif "json" in kind:
            self.record.append((*place, False, response.json()))
        return response


def refused(action, status, *arguments, **named):
    """Checks that an action is refused with this status, in lichess's form."""
    try:
        action(*arguments, **named)
    except berserk.exceptions.ResponseError as error:
        answer = error.response
        assert answer.status_code == status, (answer.status_code, answer.text)
        assert isinstance(answer.json()["error"], str), answer.text
        return answer
    raise AssertionError(f"{action} was not refused")
