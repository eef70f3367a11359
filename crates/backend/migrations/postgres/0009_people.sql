-- Challenges to named players. An answered one is kept for a while, so that the
-- player who made it learns the answer.
CREATE TABLE challenges (
    id BIGINT NOT NULL PRIMARY KEY,
    challenger BIGINT NOT NULL REFERENCES players (id),
    challenged BIGINT NOT NULL REFERENCES players (id),
    -- JSON.
    options TEXT NOT NULL,
    speed TEXT NOT NULL,
    -- The side of the challenger; NULL: random.
    color TEXT,
    created BIGINT NOT NULL,
    expires BIGINT NOT NULL,
    -- 'open', 'accepted', 'declined' or 'withdrawn'.
    state TEXT NOT NULL,
    -- Why it was declined.
    reason TEXT,
    game BIGINT REFERENCES games (id) ON DELETE SET NULL
);

CREATE INDEX challenges_of_challenger ON challenges (challenger, created);
CREATE INDEX challenges_of_challenged ON challenges (challenged, created);
CREATE INDEX challenges_by_expiry ON challenges (expires);
CREATE INDEX challenges_of_game ON challenges (game);
-- A player has one open challenge to another.
CREATE UNIQUE INDEX open_challenges ON challenges (challenger, challenged) WHERE state = 'open';

-- Players who want to find others again.
CREATE TABLE follows (
    player BIGINT NOT NULL REFERENCES players (id),
    followed BIGINT NOT NULL REFERENCES players (id),
    created BIGINT NOT NULL,
    PRIMARY KEY (player, followed)
);

CREATE INDEX follows_of_followed ON follows (followed);

-- The leaderboards, with ratings that are certain enough.
CREATE INDEX leaders ON ratings (speed, rating) WHERE deviation <= 110;

-- Search by the beginning of a name, and the score between two players.
CREATE INDEX players_by_beginning ON players (substr(folded, 1, 2)) WHERE folded IS NOT NULL;
CREATE INDEX games_between ON games (white, black) WHERE stage = 2;
