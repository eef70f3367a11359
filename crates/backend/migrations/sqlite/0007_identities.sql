-- The accounts at OpenID Connect providers with which players sign in.
CREATE TABLE identities (
    issuer TEXT NOT NULL,
    subject TEXT NOT NULL,
    player INTEGER NOT NULL REFERENCES players (id),
    created INTEGER NOT NULL,
    PRIMARY KEY (issuer, subject)
) STRICT, WITHOUT ROWID;

-- A player has at most one at each provider.
CREATE UNIQUE INDEX identities_of_player ON identities (player, issuer);
