-- What is recent is sorted in some games at a time, and stays where it was
-- until all of it is: an event that is in both places is one.
DROP VIEW all_events;
CREATE VIEW all_events AS
    SELECT game, seq, line, command FROM events
    UNION ALL
    SELECT game, seq, line, command FROM recent
    WHERE NOT EXISTS (
        SELECT 1 FROM events WHERE events.game = recent.game AND events.seq = recent.seq
    );
