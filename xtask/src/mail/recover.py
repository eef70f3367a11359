"""Recovers passwords by email, with a real mail server.

usage: recover.py ARBITER FOLDER
"""

import email
import email.policy
import json
import os
import queue
import re
import socket
import ssl
import subprocess
import sys
import urllib.error
import urllib.request
import warnings

import trustme
from aiosmtpd.controller import Controller
from aiosmtpd.smtp import AuthResult

ARBITER, FOLDER = sys.argv[1:]
PUBLIC = "https://chess.example"
USER, SECRET = "arbiter", "mail secret"
OLD, NEW = "correct horse", "battery staple"
# The connection is encrypted before the password is sent, which aiosmtpd does not see.
warnings.filterwarnings("ignore")
# A message that takes longer will not come at all.
TIMEOUT = 60


class Inbox:
    """Receives messages."""

    def __init__(self):
        self.messages = queue.Queue()

    async def handle_DATA(self, server, session, envelope):
        message = email.message_from_bytes(envelope.content, policy=email.policy.default)
        self.messages.put((envelope.rcpt_tos, message))
        return "250 OK"

    def receive(self, to, subject):
        recipients, message = self.messages.get(timeout=TIMEOUT)
        assert recipients == [to], recipients
        assert message["subject"] == subject, message["subject"]
        assert message["from"] == "Chess Club <chess@example.org>", message["from"]
        text = message.get_content()
        assert SECRET not in text
        return text


def authenticate(server, session, envelope, mechanism, data):
    return AuthResult(success=(data.login, data.password) == (USER.encode(), SECRET.encode()))


class Server:
    """A running chess server."""

    def __init__(self, name, *options):
        folder = os.path.join(FOLDER, name)
        command = [ARBITER, "serve", "--listen", "127.0.0.1:0", "--data", folder, *options]
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
        for line in self.process.stdout:
            found = re.search(r"open +(http://\S+)", line)
            if found:
                self.url = found[1]
                return
        raise SystemExit("the server did not start")

    def ask(self, method, path, body=None, token=None, language="en"):
        """Returns the status and the answer."""
        headers = {"content-type": "application/json", "accept-language": language}
        if token:
            headers["authorization"] = f"Bearer {token}"
        data = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(self.url + path, data, headers, method=method)
        try:
            with urllib.request.urlopen(request) as answer:
                status, text = answer.status, answer.read()
        except urllib.error.HTTPError as error:
            status, text = error.code, error.read()
        return status, json.loads(text) if text else None

    def expect(self, status, code, *request, **options):
        found, answer = self.ask(*request, **options)
        found_code = answer.get("code") if isinstance(answer, dict) else None
        assert (found, found_code) == (status, code), (request, found, answer)
        return answer

    def sign_in(self, name, password):
        body = {"name": name, "password": password}
        return self.expect(201, None, "POST", "/v1/session", body)["token"]


def link(text, page):
    """Returns the secret of the link in a message."""
    found = re.search(rf"{PUBLIC}/{page}#(\S+)", text)
    assert found, text
    return found[1]


def recover(server, inbox):
    credentials = {"name": "Ann", "password": OLD}
    ann = server.expect(201, None, "POST", "/v1/accounts", credentials)["token"]
    other = server.sign_in("Ann", OLD)
    set_email = ("PUT", "/v1/account/email")
    address = "ann@example.org"

    # An address is set with the password, and counts once it is confirmed.
    body = {"email": address, "password": "wrong password"}
    server.expect(403, "wrong_password", *set_email, body, token=ann)
    body = {"email": "nonsense", "password": OLD}
    server.expect(422, "invalid_email", *set_email, body, token=ann)
    body = {"email": "Ann@Example.org", "password": OLD}
    server.expect(202, None, *set_email, body, token=ann)
    text = inbox.receive("Ann@Example.org", "Confirm your email address")
    assert "Ann" in text, text
    secret = link(text, "confirm-email")
    assert "email" not in server.expect(200, None, "GET", "/v1/account", token=ann)
    unconfirmed = server.ask("POST", "/v1/recovery", {"account": "Ann"})
    server.expect(403, "invalid_link", "PUT", "/v1/recovery", {"token": secret, "password": NEW})
    confirm = ("POST", "/v1/account/email/confirmation", {"token": secret})
    server.expect(204, None, *confirm)
    server.expect(403, "invalid_link", *confirm)
    assert server.ask("GET", "/v1/account", token=ann)[1]["email"] == "Ann@Example.org"

    # The answer is the same whether or not there is an account.
    unknown = server.ask("POST", "/v1/recovery", {"account": "Nobody"})
    known = server.ask("POST", "/v1/recovery", {"account": "ann"}, language="de")
    assert unconfirmed == unknown == known == (202, None), (unconfirmed, unknown, known)
    text = inbox.receive("Ann@Example.org", "Wähle ein neues Passwort")
    replaced = link(text, "recover")
    server.expect(202, None, "POST", "/v1/recovery", {"account": address})
    text = inbox.receive("Ann@Example.org", "Choose a new password")
    secret = link(text, "recover")

    # Only the newest link works, and once. A bad password does not use it up.
    change = lambda token, password: ("PUT", "/v1/recovery", {"token": token, "password": password})
    server.expect(403, "invalid_link", *change(replaced, NEW))
    server.expect(403, "invalid_link", *change("arb_nonsense", NEW))
    server.expect(422, "common_password", *change(secret, "password123"))
    server.expect(200, None, "GET", "/v1/account", token=other)
    server.expect(204, None, *change(secret, NEW))
    server.expect(403, "invalid_link", *change(secret, "another staple"))

    # All sessions have ended, and only the new password is right.
    for token in (ann, other):
        server.expect(401, "unknown_token", "GET", "/v1/account", token=token)
    server.expect(403, "wrong_password", "POST", "/v1/session", credentials)
    ann = server.sign_in("Ann", NEW)

    # Nobody can fill the inbox of others: an address gets three messages an hour.
    server.expect(202, None, "POST", "/v1/recovery", {"account": "Ann"})
    body = {"email": "ann@example.ORG", "password": NEW}
    server.expect(429, "too_many_requests", *set_email, body, token=ann)
    body = {"email": "ann@example.net", "password": NEW}
    server.expect(202, None, *set_email, body, token=ann)
    inbox.receive("ann@example.net", "Confirm your email address")
    assert inbox.messages.empty()

    # Without an address there is no message, and the answer is still the same.
    server.expect(204, None, "DELETE", "/v1/account/email", token=ann)
    assert "email" not in server.expect(200, None, "GET", "/v1/account", token=ann)
    server.expect(202, None, "POST", "/v1/recovery", {"account": "Ann"})


def free_port():
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        return taken.getsockname()[1]


def main():
    authority = trustme.CA()
    root = os.path.join(FOLDER, "root.pem")
    authority.cert_pem.write_to_path(root)
    os.environ["SSL_CERT_FILE"] = root
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    authority.issue_cert("localhost").configure_cert(context)
    inbox = Inbox()
    controller = Controller(
        inbox,
        hostname="127.0.0.1",
        port=free_port(),
        ssl_context=context,
        authenticator=authenticate,
        auth_required=True,
        # The whole connection is encrypted.
        auth_require_tls=False,
    )
    controller.start()
    url = f"smtps://{USER}:{SECRET.replace(' ', '%20')}@localhost:{controller.port}"
    sender = "Chess Club <chess@example.org>"
    servers = []
    try:
        os.environ["ARBITER_MAIL_URL"] = url
        servers.append(Server("mail", "--public", PUBLIC, "--mail-from", sender))
        recover(servers[-1], inbox)
        del os.environ["ARBITER_MAIL_URL"]
        servers.append(Server("no-mail"))
        servers[-1].expect(403, "no_mail", "POST", "/v1/recovery", {"account": "Ann"})
        assert inbox.messages.empty()
    finally:
        for server in servers:
            server.process.terminate()
            server.process.wait()
        controller.stop()
    print("addresses were confirmed and passwords recovered by email")


main()
