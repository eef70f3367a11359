-- As in SQLite, where an event may be in both tables.
DROP VIEW all_events;
CREATE VIEW all_events AS
    SELECT game, seq, line, command FROM events
    UNION ALL
    SELECT game, seq, line, command FROM recent
    WHERE NOT EXISTS (
        SELECT 1 FROM events WHERE events.game = recent.game AND events.seq = recent.seq
    );
