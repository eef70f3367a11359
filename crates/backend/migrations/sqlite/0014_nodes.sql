-- Only servers on PostgreSQL share a database; the tables are the same everywhere.
CREATE TABLE site (
    id INTEGER NOT NULL
) STRICT;
INSERT INTO site (id) SELECT abs(random() / 1024);

CREATE TABLE nodes (
    id INTEGER NOT NULL PRIMARY KEY,
    seen INTEGER NOT NULL
) STRICT;

ALTER TABLE clock ADD COLUMN wall INTEGER;
ALTER TABLE clock ADD COLUMN behind INTEGER;

ALTER TABLE games ADD COLUMN swept INTEGER;

CREATE TABLE seeks (
    id INTEGER NOT NULL PRIMARY KEY,
    posted INTEGER NOT NULL,
    node INTEGER NOT NULL,
    player INTEGER NOT NULL REFERENCES players (id) ON DELETE CASCADE,
    options TEXT NOT NULL,
    color TEXT,
    rating INTEGER,
    expires INTEGER,
    game INTEGER REFERENCES games (id) ON DELETE CASCADE
) STRICT;

CREATE INDEX seeks_of_player ON seeks (player);
CREATE INDEX seeks_of_game ON seeks (game);

CREATE TABLE rematch_offers (
    game INTEGER NOT NULL REFERENCES games (id) ON DELETE CASCADE,
    player INTEGER NOT NULL REFERENCES players (id) ON DELETE CASCADE,
    PRIMARY KEY (game, player)
) STRICT, WITHOUT ROWID;

CREATE INDEX rematch_offers_of_player ON rematch_offers (player);

CREATE TABLE revoked_tokens (
    token INTEGER NOT NULL PRIMARY KEY,
    at INTEGER NOT NULL
) STRICT;
