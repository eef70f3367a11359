"""Signs in with a real OpenID Connect provider.

usage: sign_in.py ARBITER FOLDER
"""

import json
import os
import re
import socket
import ssl
import subprocess
import sys
import time
import urllib.error
import urllib.parse
import urllib.request

import trustme
from provider import CLIENT, SECRET, Provider

ARBITER, FOLDER = sys.argv[1:]
PUBLIC = "https://chess.example"
CALLBACK = f"{PUBLIC}/sign-in/provider"
ATTEMPT = "__Host-arbiter-attempt"
BEGIN = SIGN_IN = "/v1/session/provider"
LINK = "/v1/account/provider"


class Server:
    """A running chess server."""

    def __init__(self, name, *options):
        self.folder = os.path.join(FOLDER, name)
        command = [ARBITER, "serve", "--listen", "127.0.0.1:0", "--data", self.folder]
        command += ["--log-level", "error", *options]
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
        for line in self.process.stdout:
            found = re.search(r"open +(http://\S+)", line)
            if found:
                self.url = found[1]
                return
        raise SystemExit("the server did not start")

    def ask(self, method, path, body=None, token=None, cookie=None):
        """Returns the status, the answer and the cookies."""
        headers = {"content-type": "application/json"}
        if token:
            headers["authorization"] = f"Bearer {token}"
        if cookie:
            headers["cookie"] = f"{ATTEMPT}={cookie}"
        data = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(self.url + path, data, headers, method=method)
        try:
            with urllib.request.urlopen(request) as answer:
                status, text, sent = answer.status, answer.read(), answer.headers
        except urllib.error.HTTPError as error:
            status, text, sent = error.code, error.read(), error.headers
        is_json = "json" in sent.get("content-type", "")
        return status, json.loads(text) if is_json else text, sent.get_all("set-cookie") or []

    def expect(self, status, code, *request, **options):
        found, answer, _ = self.ask(*request, **options)
        found_code = answer.get("code") if isinstance(answer, dict) else None
        assert (found, found_code) == (status, code), (request, found, answer)
        return answer

    def admin(self, *arguments):
        command = [ARBITER, "admin", *arguments, "--data", self.folder]
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL)


class NoRedirects(urllib.request.HTTPRedirectHandler):
    def redirect_request(self, *_):
        return None


def visit_provider(url):
    """Goes to the provider, and returns what it sends back."""
    context = ssl.create_default_context(cafile=os.environ["SSL_CERT_FILE"])
    opener = urllib.request.build_opener(NoRedirects, urllib.request.HTTPSHandler(context=context))
    try:
        opener.open(url)
    except urllib.error.HTTPError as answer:
        back = answer.headers["location"]
        assert answer.code == 302 and back.startswith(f"{CALLBACK}?"), (answer.code, back)
        return dict(urllib.parse.parse_qsl(back.split("?")[1]))
    raise AssertionError("the provider did not send anybody back")


def begin(server):
    """Returns what a browser has after a visit to the provider."""
    status, answer, cookies = server.ask("POST", BEGIN)
    assert status == 200, (status, answer)
    [cookie] = cookies
    kept = re.fullmatch(rf"{ATTEMPT}=(arb_\w+); (.*)", cookie)
    assert kept and {"HttpOnly", "SameSite=Lax", "Secure"} <= set(kept[2].split("; ")), cookie
    assert kept[1] not in answer["url"]
    return visit_provider(answer["url"]), kept[1]


def sign_in(server, status=201, code=None, **options):
    sent, cookie = begin(server)
    return server.expect(status, code, "PUT", SIGN_IN, sent, cookie=cookie, **options)


def account(server, token):
    return server.expect(200, None, "GET", "/v1/account", token=token)


def first_and_second(server, provider):
    # The first time an account is made, and found again the second time.
    first = sign_in(server)
    assert first["player"]["name"] == "Ann", first
    second = sign_in(server)
    assert second["player"] == first["player"] and second["token"] != first["token"]
    provider.algorithm, provider.signing_key = "ES256", provider.ec
    assert sign_in(server)["player"] == first["player"]
    provider.behave()
    # The provider's name for somebody may change; they stay the same.
    provider.user = {"sub": "1", "preferred_username": "Anna"}
    assert sign_in(server)["player"] == first["player"]
    provider.user = {"sub": "1", "preferred_username": "Ann"}
    return first["token"]


def forged(server, provider):
    """Nothing that only looks like the word of the provider counts."""
    now = int(time.time())
    for claims, code in [
        ({"nonce": "x" * 43}, "provider_untrusted"),
        ({"aud": "another"}, "provider_untrusted"),
        ({"aud": [CLIENT, "another"]}, "provider_untrusted"),
        ({"iss": "https://another.example"}, "provider_untrusted"),
        ({"sub": ""}, "provider_untrusted"),
        ({"exp": now - 600, "iat": now - 900}, "provider_clock"),
        ({"iat": now + 600, "exp": now + 900}, "provider_clock"),
    ]:
        provider.claims = claims
        sign_in(server, 502, code)
    provider.behave()
    provider.signing_key = provider.foreign
    sign_in(server, 502, "provider_untrusted")
    provider.behave()

    sent, cookie = begin(server)
    put = ("PUT", SIGN_IN)
    other, other_cookie = begin(server)
    # Another browser, or none, cannot complete the attempt of this one.
    server.expect(403, "attempt_expired", *put, sent)
    server.expect(403, "attempt_expired", *put, sent, cookie=other_cookie)
    server.expect(403, "attempt_expired", *put, {**sent, "state": "x"}, cookie=cookie)
    # A code of another attempt has another challenge.
    mixed = {"code": other["code"], "state": sent["state"]}
    server.expect(403, "provider_refused", *put, mixed, cookie=cookie)
    server.expect(403, "provider_refused", *put, {**sent, "code": "x"}, cookie=cookie)
    server.expect(201, None, *put, sent, cookie=cookie)
    # A code is good for once.
    server.expect(403, "provider_refused", *put, sent, cookie=cookie)
    provider.outage = True
    sign_in(server, 503, "provider_unreachable")
    provider.behave()


def names(server, provider):
    # A name that is taken or invalid is asked for, with a suggestion.
    provider.user = {"sub": "2", "preferred_username": "ann"}
    needed = sign_in(server, 202)
    assert needed["suggestion"] == "ann2", needed
    path = "/v1/accounts/provider"
    choose = lambda name: ("POST", path, {"ticket": needed["ticket"], "name": name})
    server.expect(409, "name_taken", *choose("ANN"))
    server.expect(422, "invalid_name", *choose("a b"))
    guest = server.expect(201, None, "POST", "/v1/guests")["token"]
    made = server.expect(201, None, *choose("Bea"), token=guest)
    assert made["player"]["name"] == "Bea", made
    # The secret of the guest does not open the account.
    server.expect(401, "unknown_token", "GET", "/v1/account", token=guest)
    server.expect(403, "attempt_expired", *choose("Bea3"))
    assert sign_in(server)["player"]["name"] == "Bea"
    provider.user = {"sub": "3", "preferred_username": "Zoë Müller"}
    assert sign_in(server, 202)["suggestion"] == "Zoe-Muller"
    provider.user = {"sub": "3"}
    assert "suggestion" not in sign_in(server, 202)
    provider.user = {"sub": "1", "preferred_username": "Ann"}


def passwords(server, token):
    """An account without a password can get one, and then lose the provider."""
    view = account(server, token)
    assert (view["has_password"], view["is_linked"]) == (False, True), view
    for password in ("", "some password"):
        credentials = {"name": "Ann", "password": password}
        server.expect(403, "wrong_password", "POST", "/v1/session", credentials)
    server.expect(409, "needs_password", "DELETE", LINK, token=token)
    change = lambda old, new: ("PATCH", "/v1/account", {"old": old, "new": new})
    server.expect(403, "wrong_password", *change("x", "correct horse"), token=token)
    server.expect(204, None, *change("", "correct horse"), token=token)
    server.expect(403, "wrong_password", *change("", "battery staple"), token=token)
    credentials = {"name": "Ann", "password": "correct horse"}
    server.expect(201, None, "POST", "/v1/session", credentials)
    server.expect(204, None, "DELETE", LINK, token=token)
    assert account(server, token)["is_linked"] is False


def links(server, provider, token):
    # Ann's name is taken now, by an account that the provider does not know.
    assert sign_in(server, 202)["suggestion"] == "Ann2"
    link = lambda sent: ("PUT", LINK, sent)
    sent, cookie = begin(server)
    server.expect(401, "signed_out", *link(sent), cookie=cookie)
    server.expect(403, "attempt_expired", *link(sent), token=token)
    server.expect(204, None, *link(sent), token=token, cookie=cookie)
    assert account(server, token)["is_linked"] is True
    assert sign_in(server)["player"]["name"] == "Ann"
    # Nobody can take the identity of somebody else.
    provider.user = {"sub": "2"}
    sent, cookie = begin(server)
    server.expect(409, "identity_taken", *link(sent), token=token, cookie=cookie)
    assert sign_in(server)["player"]["name"] == "Bea"
    provider.user = {"sub": "1", "preferred_username": "Ann"}
    export = server.expect(200, None, "GET", "/v1/account/export", token=token)
    assert export["providers"] == [{"issuer": provider.issuer, "subject": "1"}], export


def rules(server, provider, token):
    # What holds for passwords holds here: closed accounts, bans, who may sign up.
    server.admin("close", "Ann", "--reason", "asked for it")
    sign_in(server, 403, "account_closed")
    server.admin("reopen", "Ann")
    server.admin("policy", "--sign-up", "closed")
    provider.user = {"sub": "9", "preferred_username": "Newcomer"}
    while server.ask("GET", "/v1/server")[1]["sign_up"] != "closed":
        pass
    sign_in(server, 403, "sign_up_closed")
    provider.user = {"sub": "1", "preferred_username": "Ann"}
    token = sign_in(server)["token"]
    # A deleted account leaves nothing behind.
    server.expect(204, None, "DELETE", "/v1/account", {"password": "correct horse"}, token=token)
    sign_in(server, 403, "sign_up_closed")


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
    provider = Provider(0, CALLBACK, context)
    options = ["--public", PUBLIC, "--oidc-client-id", CLIENT, "--oidc-label", "Chess Club"]
    options += ["--passwords-per-hour", "0", "--requests-per-minute", "0"]
    os.environ["ARBITER_OIDC_CLIENT_SECRET"] = SECRET
    servers = []
    try:
        provider.claimed_issuer = "https://another.example"
        servers.append(Server("impostor", *options, "--oidc-issuer", provider.issuer))
        servers[-1].expect(502, "provider_untrusted", "POST", BEGIN)
        provider.behave()
        servers.append(Server("provider", *options, "--oidc-issuer", provider.issuer))
        server = servers[-1]
        page = server.ask("GET", "/sign-in")[1].decode()
        assert "data-provider" in page and "Chess Club" in page and SECRET not in page
        token = first_and_second(server, provider)
        forged(server, provider)
        names(server, provider)
        passwords(server, token)
        links(server, provider, token)
        rules(server, provider, token)
        # Nobody listens there.
        nowhere = f"https://localhost:{free_port()}"
        servers.append(Server("nowhere", *options, "--oidc-issuer", nowhere))
        servers[-1].expect(503, "provider_unreachable", "POST", BEGIN)
        servers.append(Server("none"))
        servers[-1].expect(403, "no_provider", "POST", BEGIN)
        assert b"data-provider" not in servers[-1].ask("GET", "/sign-in")[1]
    finally:
        for server in servers:
            server.process.terminate()
            server.process.wait()
        provider.stop()
    print("people signed in with an OpenID Connect provider, and only with its word")


main()
