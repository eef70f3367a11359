-- Recent events are flushed some games at a time and stay in `recent` until all
-- are flushed: the view shows an event in both tables once.
DROP VIEW all_events;
CREATE VIEW all_events AS
    SELECT game, seq, line, command FROM events
    UNION ALL
    SELECT game, seq, line, command FROM recent
    WHERE NOT EXISTS (
        SELECT 1 FROM events WHERE events.game = recent.game AND events.seq = recent.seq
    );
