-- The accounts at OpenID Connect providers with which players sign in.
CREATE TABLE identities (
    issuer TEXT NOT NULL,
    subject TEXT NOT NULL,
    player BIGINT NOT NULL REFERENCES players (id),
    created BIGINT NOT NULL,
    PRIMARY KEY (issuer, subject)
);

-- A player has at most one at each provider.
CREATE UNIQUE INDEX identities_of_player ON identities (player, issuer);
