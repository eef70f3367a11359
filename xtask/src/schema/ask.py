"""Lets schemathesis ask the server at an address: as nobody, and as somebody.

Usage: ask.py URL SECONDS
"""

import json
import subprocess
import sys
import urllib.request

CHECKS = ",".join([
    "not_a_server_error",
    "status_code_conformance",
    "content_type_conformance",
    "response_headers_conformance",
    "response_schema_conformance",
    "negative_data_rejection",
    "unsupported_method",
    "allow_header_conformance",
    "missing_required_header",
    "ensure_resource_availability",
    "ignored_auth",
    "object_level_authorization",
])


def post(url, body, token=None):
    """Sends JSON; the JSON that is answered."""
    request = urllib.request.Request(
        url, json.dumps(body).encode(), {"Content-Type": "application/json"}
    )
    if token:
        request.add_header("Authorization", f"Bearer {token}")
    with urllib.request.urlopen(request) as answer:
        return json.load(answer)


def ask(url, seconds, arguments):
    """Whether every answer was as the document says."""
    command = [sys.executable, "-m", "schemathesis.cli", "run", url + "/v1/openapi.json"]
    command += ["--checks", CHECKS, "--max-time", str(seconds), "--seed", "1"]
    command += ["--request-timeout", "20", "--warnings", "off", "--continue-on-failure"]
    # The engine thinks for many seconds there; the server's own tests ask it.
    command += ["--exclude-path", "/v1/analysis"]
    return subprocess.run(command + arguments).returncode == 0


def main():
    url, seconds = sys.argv[1], int(sys.argv[2])
    person = {"name": "schema", "password": "correct horse"}
    session = post(url + "/v1/accounts", person)["token"]
    token = {"label": "schema", "scopes": ["read", "play", "challenge"]}
    token = post(url + "/v1/account/tokens", token, session)["token"]
    is_well = ask(url, seconds // 2, [])
    # Whoever signs out is nobody, and that was the first part.
    somebody = ["--header", f"Authorization: Bearer {token}", "--exclude-path", "/v1/session"]
    is_well &= ask(url, seconds // 2, somebody)
    with urllib.request.urlopen(url + "/readyz") as answer:
        is_well &= answer.status == 200
    sys.exit(0 if is_well else 1)


main()
