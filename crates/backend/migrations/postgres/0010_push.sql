-- The browsers that receive Web Push messages, at most one for each session.
CREATE TABLE push_subscriptions (
    token BIGINT NOT NULL PRIMARY KEY REFERENCES tokens (id) ON DELETE CASCADE,
    player BIGINT NOT NULL REFERENCES players (id),
    -- Where messages are sent to.
    endpoint TEXT NOT NULL UNIQUE,
    -- For whom they are encrypted (RFC 8291).
    public_key BYTEA NOT NULL,
    secret BYTEA NOT NULL,
    -- The language of the messages.
    language TEXT NOT NULL,
    created BIGINT NOT NULL
);

CREATE INDEX push_subscriptions_of_player ON push_subscriptions (player, created);
