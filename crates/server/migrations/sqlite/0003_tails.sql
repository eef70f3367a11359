-- The numbers of the next events are kept by whoever writes: they change with
-- every move, each on a page of its own.
DROP VIEW all_events;
DROP TABLE tails;
CREATE VIEW all_events AS
    SELECT game, seq, line, command FROM events
    UNION ALL
    SELECT game, seq, line, command FROM recent;
