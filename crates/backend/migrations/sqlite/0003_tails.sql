-- The writer keeps the next sequence numbers in memory: in a table, every move
-- would change a page of its own.
DROP VIEW all_events;
DROP TABLE tails;
CREATE VIEW all_events AS
    SELECT game, seq, line, command FROM events
    UNION ALL
    SELECT game, seq, line, command FROM recent;
