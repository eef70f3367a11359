-- When the account of a person became that of a program.
ALTER TABLE players ADD COLUMN bot INTEGER;
-- What is shown of an account: NULL for a person, -1 for a program, and when it was deleted.
ALTER TABLE players ADD COLUMN state INTEGER
    GENERATED ALWAYS AS (CASE WHEN bot IS NULL THEN deleted ELSE -1 END) VIRTUAL;
CREATE INDEX bots ON players (id) WHERE bot IS NOT NULL;

-- Codes with which programs that players have allowed get their tokens.
CREATE TABLE authorizations (
    hash BLOB NOT NULL PRIMARY KEY,
    player INTEGER NOT NULL REFERENCES players (id),
    client TEXT NOT NULL,
    redirect TEXT NOT NULL,
    -- The SHA-256 hash that the program's verifier must have.
    challenge TEXT NOT NULL,
    scopes TEXT NOT NULL,
    expires INTEGER NOT NULL
) STRICT;

CREATE INDEX authorizations_of_player ON authorizations (player);
CREATE INDEX authorizations_by_expiry ON authorizations (expires);
