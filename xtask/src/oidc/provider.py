"""An OpenID Connect provider, made with Authlib, that can be told to misbehave.

usage: provider.py REDIRECT

Serves without encryption, prints its address, and ends when its input ends.
"""

import logging
import os
import sys
import threading
import time

from authlib.integrations.flask_oauth2 import AuthorizationServer
from authlib.oauth2.rfc6749 import ClientMixin
from authlib.oauth2.rfc6749.grants import AuthorizationCodeGrant
from authlib.oauth2.rfc7636 import CodeChallenge
from authlib.oidc.core import AuthorizationCodeMixin, OpenIDCode
from flask import Flask, request
from joserfc.jwk import ECKey, KeySet, RSAKey
from werkzeug.serving import make_server

CLIENT, SECRET = "chess club", "client secret: +ü"


class Client(ClientMixin):
    def __init__(self, redirect):
        self.redirect = redirect

    def get_client_id(self):
        return CLIENT

    def get_default_redirect_uri(self):
        return self.redirect

    def get_allowed_scope(self, scope):
        return scope

    def check_redirect_uri(self, redirect_uri):
        return redirect_uri == self.redirect

    def check_client_secret(self, client_secret):
        return client_secret == SECRET

    def check_endpoint_auth_method(self, method, endpoint):
        return method == "client_secret_basic"

    def check_response_type(self, response_type):
        return response_type == "code"

    def check_grant_type(self, grant_type):
        return grant_type == "authorization_code"


class Code(AuthorizationCodeMixin):
    def __init__(self, code, asked, user):
        self.code, self.user = code, user
        data = asked.payload.data
        self.redirect_uri, self.scope = data["redirect_uri"], data["scope"]
        self.nonce = data.get("nonce")
        self.code_challenge = data["code_challenge"]
        self.code_challenge_method = data["code_challenge_method"]

    def get_redirect_uri(self):
        return self.redirect_uri

    def get_scope(self):
        return self.scope

    def get_nonce(self):
        return self.nonce

    def get_auth_time(self):
        return None

    def get_acr(self):
        return None

    def get_amr(self):
        return None


class Provider:
    """Serves until `stop`, at `issuer`. Whoever comes is `user`."""

    def __init__(self, port, redirect, context=None):
        scheme = "https" if context else "http"
        self.rsa = RSAKey.generate_key(2048, {"kid": "rsa", "use": "sig"})
        self.ec = ECKey.generate_key("P-256", {"kid": "ec", "use": "sig"})
        self.foreign = RSAKey.generate_key(2048, {"kid": "rsa", "use": "sig"})
        self.codes = {}
        self.user = {"sub": "1", "preferred_username": "Ann"}
        app = Flask(__name__)
        server = AuthorizationServer(
            app, query_client=lambda id: Client(redirect) if id == CLIENT else None,
            save_token=lambda token, asked: None,
        )
        server.register_grant(*self.grant())

        @app.get("/.well-known/openid-configuration")
        def configuration():
            return {
                "issuer": self.claimed_issuer,
                "authorization_endpoint": f"{self.issuer}/authorize?tenant=1",
                "token_endpoint": f"{self.issuer}/token",
                "jwks_uri": f"{self.issuer}/keys",
                "response_types_supported": ["code"],
                "subject_types_supported": ["public"],
                "id_token_signing_alg_values_supported": ["RS256", "ES256"],
            }

        @app.get("/keys")
        def keys():
            return KeySet([self.rsa, self.ec]).as_dict(private=False)

        @app.get("/authorize")
        def authorize():
            assert request.args["scope"] == "openid profile", request.args
            assert request.args["code_challenge_method"] == "S256", request.args
            grant = server.get_consent_grant(end_user=self.user)
            return server.create_authorization_response(grant_user=self.user, grant=grant)

        @app.post("/token")
        def token():
            if self.outage:
                return "", 500
            return server.create_token_response()

        logging.getLogger("werkzeug").setLevel(logging.ERROR)
        self.server = make_server("127.0.0.1", port, app, threaded=True, ssl_context=context)
        self.issuer = f"{scheme}://localhost:{self.server.port}"
        self.behave()
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def behave(self):
        """Does everything right."""
        self.claimed_issuer = self.issuer
        self.algorithm, self.signing_key = "RS256", self.rsa
        self.claims = {}
        self.outage = False

    def stop(self):
        self.server.shutdown()
        self.server.server_close()

    def grant(self):
        provider = self

        class Grant(AuthorizationCodeGrant):
            TOKEN_ENDPOINT_AUTH_METHODS = ["client_secret_basic"]

            def save_authorization_code(self, code, asked):
                provider.codes[code] = Code(code, asked, asked.user)

            def query_authorization_code(self, code, client):
                return provider.codes.get(code)

            def delete_authorization_code(self, authorization_code):
                del provider.codes[authorization_code.code]

            def authenticate_user(self, authorization_code):
                return authorization_code.user

        class Identity(OpenIDCode):
            def exists_nonce(self, nonce, asked):
                return any(code.nonce == nonce for code in provider.codes.values())

            def resolve_client_private_key(self, client):
                return provider.signing_key

            def get_client_algorithm(self, client):
                return provider.algorithm

            def get_encode_header(self, client):
                return {"alg": provider.algorithm, "kid": provider.signing_key.kid}

            def get_client_claims(self, client):
                now = int(time.time())
                return {"iss": provider.issuer, "aud": CLIENT, "iat": now, "exp": now + 300}

            def generate_user_info(self, user, scope):
                return {**user, **provider.claims}

        return Grant, [Identity(require_nonce=True), CodeChallenge(required=True)]


if __name__ == "__main__":
    # Authlib insists on encryption, even on this machine.
    os.environ["AUTHLIB_INSECURE_TRANSPORT"] = "1"
    print(Provider(0, sys.argv[1]).issuer, flush=True)
    sys.stdin.read()
