-- Roles, and accounts that are closed: nobody can sign in to them.
ALTER TABLE players ADD COLUMN role TEXT NOT NULL DEFAULT 'player';
ALTER TABLE players ADD COLUMN closed INTEGER;
ALTER TABLE players ADD COLUMN closed_reason TEXT;

CREATE INDEX staff ON players (role) WHERE role <> 'player';

-- Bans and mutes of a player or of a range of addresses.
CREATE TABLE bans (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    kind TEXT NOT NULL,
    player INTEGER REFERENCES players (id),
    addresses TEXT,
    -- Shown to the person.
    reason TEXT NOT NULL,
    created INTEGER NOT NULL,
    until INTEGER,
    lifted INTEGER,
    -- NULL: from the command line.
    created_by INTEGER REFERENCES players (id)
) STRICT;

CREATE INDEX bans_of_player ON bans (player) WHERE lifted IS NULL;
CREATE INDEX bans_of_addresses ON bans (id) WHERE addresses IS NOT NULL AND lifted IS NULL;

CREATE TABLE reports (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    reporter INTEGER NOT NULL REFERENCES players (id),
    reported INTEGER NOT NULL REFERENCES players (id),
    game INTEGER REFERENCES games (id) ON DELETE SET NULL,
    reason TEXT NOT NULL,
    text TEXT NOT NULL,
    created INTEGER NOT NULL,
    state TEXT NOT NULL,
    handled INTEGER,
    handled_by INTEGER REFERENCES players (id),
    note TEXT NOT NULL
) STRICT;

CREATE INDEX reports_by_state ON reports (state, id);
CREATE INDEX reports_of_reporter ON reports (reporter);
CREATE INDEX reports_of_reported ON reports (reported);
CREATE INDEX reports_of_game ON reports (game);

-- Players who do not want to meet others.
CREATE TABLE blocks (
    player INTEGER NOT NULL REFERENCES players (id),
    blocked INTEGER NOT NULL REFERENCES players (id),
    created INTEGER NOT NULL,
    PRIMARY KEY (player, blocked)
) STRICT, WITHOUT ROWID;

CREATE INDEX blocks_of_blocked ON blocks (blocked);

-- Administrative acts.
CREATE TABLE audit (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    at INTEGER NOT NULL,
    -- NULL: from the command line, or by the server itself.
    actor INTEGER REFERENCES players (id),
    act TEXT NOT NULL,
    player INTEGER REFERENCES players (id),
    game INTEGER,
    detail TEXT NOT NULL
) STRICT;

CREATE INDEX audit_of_player ON audit (player);

-- What administrators decide about the whole server.
CREATE TABLE server_settings (
    key TEXT PRIMARY KEY,
    value TEXT NOT NULL
) STRICT, WITHOUT ROWID;

-- Links that can be used once, or a given number of times. Only a hash of the
-- secret is stored.
CREATE TABLE links (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    kind TEXT NOT NULL,
    hash BLOB NOT NULL UNIQUE,
    -- Whose password the link changes.
    player INTEGER REFERENCES players (id),
    label TEXT NOT NULL,
    created INTEGER NOT NULL,
    expires INTEGER NOT NULL,
    -- When it was last used, and how often it still can be.
    used INTEGER,
    remaining INTEGER NOT NULL,
    created_by INTEGER REFERENCES players (id)
) STRICT;

CREATE INDEX links_of_player ON links (player);
