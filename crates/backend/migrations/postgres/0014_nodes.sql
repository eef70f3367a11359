-- Servers that share this database.

-- The database, by a number that nodes with the same bus recognize it by.
CREATE TABLE site (
    id BIGINT NOT NULL
);
INSERT INTO site (id) SELECT floor(random() * 9000000000000000)::bigint;

-- The nodes that run, each with the last time it was seen, by the clock of the
-- database in milliseconds since 1970.
CREATE TABLE nodes (
    id BIGINT NOT NULL PRIMARY KEY,
    seen BIGINT NOT NULL
);

-- When the game time was last stored, by the clock of the database, and how far the
-- game time is behind that clock, in milliseconds. Without a bus both are out of date.
ALTER TABLE clock ADD COLUMN wall BIGINT;
ALTER TABLE clock ADD COLUMN behind BIGINT;

-- Until when a node takes care of the deadline of a game, on the game clock.
ALTER TABLE games ADD COLUMN swept BIGINT;

-- Open seeks, and for a moment those that have led to a game.
CREATE TABLE seeks (
    id BIGINT NOT NULL PRIMARY KEY,
    -- The order in which they were posted.
    posted BIGINT GENERATED ALWAYS AS IDENTITY,
    -- A seek ends with its node.
    node BIGINT NOT NULL,
    -- A player has at most one open seek.
    player BIGINT NOT NULL REFERENCES players (id) ON DELETE CASCADE,
    -- JSON. Seeks match if their options are equal.
    options TEXT NOT NULL,
    -- The side that the player wants; NULL: random.
    color TEXT,
    rating BIGINT,
    -- In milliseconds since 1970; NULL: when its connection ends.
    expires BIGINT,
    game BIGINT REFERENCES games (id) ON DELETE CASCADE
);

CREATE UNIQUE INDEX open_seeks ON seeks (player) WHERE game IS NULL;
CREATE INDEX seeks_of_node ON seeks (node);
CREATE INDEX seeks_of_player ON seeks (player);
CREATE INDEX seeks_of_game ON seeks (game);

-- The players who want a rematch.
CREATE TABLE rematch_offers (
    game BIGINT NOT NULL REFERENCES games (id) ON DELETE CASCADE,
    player BIGINT NOT NULL REFERENCES players (id) ON DELETE CASCADE,
    PRIMARY KEY (game, player)
);

CREATE INDEX rematch_offers_of_player ON rematch_offers (player);

-- Tokens that were revoked a moment ago, so that every node ends their connections.
CREATE TABLE revoked_tokens (
    token BIGINT NOT NULL PRIMARY KEY,
    -- In milliseconds since 1970.
    at BIGINT NOT NULL
);

CREATE OR REPLACE FUNCTION note_revoked_token() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO revoked_tokens (token, at)
    VALUES (OLD.id, (extract(epoch FROM clock_timestamp()) * 1000)::bigint)
    ON CONFLICT DO NOTHING;
    RETURN NULL;
END
$$;

CREATE TRIGGER token_revoked AFTER DELETE ON tokens
    FOR EACH ROW EXECUTE FUNCTION note_revoked_token();
