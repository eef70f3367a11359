-- What happened just now, in the order in which it did: many games at a time
-- write to the end of one table, and not each to a place of its own. Now and
-- then all of it is sorted into the events.
CREATE TABLE recent (
    id INTEGER PRIMARY KEY,
    game INTEGER NOT NULL,
    seq INTEGER NOT NULL,
    line TEXT NOT NULL,
    command TEXT
) STRICT;

-- The number of the next event of each game that is there. Who moves it on
-- from a number has that number.
CREATE TABLE tails (
    game INTEGER PRIMARY KEY,
    next INTEGER NOT NULL
) STRICT;

-- All that has happened.
CREATE VIEW all_events AS
    SELECT game, seq, line, command FROM events
    UNION ALL
    SELECT recent.game, recent.seq, recent.line, recent.command
    FROM tails CROSS JOIN recent WHERE recent.game = tails.game;
