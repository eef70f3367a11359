-- Tournaments. What happens in one is a log of events, as for games.
CREATE TABLE tournaments (
    id INTEGER NOT NULL PRIMARY KEY,
    name TEXT NOT NULL,
    organizer INTEGER NOT NULL REFERENCES players (id),
    created INTEGER NOT NULL,
    -- JSON.
    options TEXT NOT NULL,
    -- When it starts by itself, in milliseconds since 1970.
    starts INTEGER,
    -- 'open', 'running', 'over' or 'cancelled'.
    state TEXT NOT NULL,
    -- What lists show of the events.
    round INTEGER NOT NULL,
    rounds INTEGER NOT NULL,
    players INTEGER NOT NULL
) STRICT;

CREATE INDEX tournaments_by_state ON tournaments (state, created);
CREATE INDEX tournaments_of_organizer ON tournaments (organizer);

-- The first writer of a sequence number wins.
CREATE TABLE tournament_events (
    tournament INTEGER NOT NULL REFERENCES tournaments (id),
    seq INTEGER NOT NULL,
    -- On the game clock.
    at INTEGER NOT NULL,
    line TEXT NOT NULL,
    PRIMARY KEY (tournament, seq)
) STRICT, WITHOUT ROWID;

-- A pairing has at most one game.
CREATE TABLE tournament_games (
    tournament INTEGER NOT NULL REFERENCES tournaments (id),
    round INTEGER NOT NULL,
    board INTEGER NOT NULL,
    game INTEGER NOT NULL UNIQUE,
    PRIMARY KEY (tournament, round, board)
) STRICT, WITHOUT ROWID;
