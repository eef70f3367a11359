-- As in SQLite, where the writer keeps them in memory.
DROP VIEW all_events;
DROP TABLE tails;
CREATE VIEW all_events AS
    SELECT game, seq, line, command FROM events
    UNION ALL
    SELECT game, seq, line, command FROM recent;
