-- Recent events of all games in order of arrival: many games write to the end
-- of one table, instead of each to a page of its own. They are flushed to
-- `events` from time to time.
CREATE TABLE recent (
    id INTEGER PRIMARY KEY,
    game INTEGER NOT NULL,
    seq INTEGER NOT NULL,
    line TEXT NOT NULL,
    command TEXT
) STRICT;

-- The next sequence number of each game with recent events. The writer that
-- increments it owns the previous number.
CREATE TABLE tails (
    game INTEGER PRIMARY KEY,
    next INTEGER NOT NULL
) STRICT;

-- All events, recent or not.
CREATE VIEW all_events AS
    SELECT game, seq, line, command FROM events
    UNION ALL
    SELECT recent.game, recent.seq, recent.line, recent.command
    FROM tails CROSS JOIN recent WHERE recent.game = tails.game;
