-- Tournaments. What happens in one is a log of events, as for games.
CREATE TABLE tournaments (
    id BIGINT NOT NULL PRIMARY KEY,
    name TEXT NOT NULL,
    organizer BIGINT NOT NULL REFERENCES players (id),
    created BIGINT NOT NULL,
    -- JSON.
    options TEXT NOT NULL,
    -- When it starts by itself, in milliseconds since 1970.
    starts BIGINT,
    -- 'open', 'running', 'over' or 'cancelled'.
    state TEXT NOT NULL,
    -- What lists show of the events.
    round BIGINT NOT NULL,
    rounds BIGINT NOT NULL,
    players BIGINT NOT NULL
);

CREATE INDEX tournaments_by_state ON tournaments (state, created);
CREATE INDEX tournaments_of_organizer ON tournaments (organizer);

-- The first writer of a sequence number wins.
CREATE TABLE tournament_events (
    tournament BIGINT NOT NULL REFERENCES tournaments (id),
    seq BIGINT NOT NULL,
    -- On the game clock.
    at BIGINT NOT NULL,
    line TEXT NOT NULL,
    PRIMARY KEY (tournament, seq)
);

-- A pairing has at most one game.
CREATE TABLE tournament_games (
    tournament BIGINT NOT NULL REFERENCES tournaments (id),
    round BIGINT NOT NULL,
    board BIGINT NOT NULL,
    game BIGINT NOT NULL UNIQUE,
    PRIMARY KEY (tournament, round, board)
);
