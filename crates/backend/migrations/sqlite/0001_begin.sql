-- Players: accounts have a name, guests have none, and the levels of the
-- computer have the ids -1 to -10.
CREATE TABLE players (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    name TEXT,
    -- The name in small letters: names differ in more than their case.
    folded TEXT UNIQUE,
    password TEXT,
    created INTEGER NOT NULL,
    deleted INTEGER
) STRICT;

INSERT INTO players (id, created) VALUES
    (-1, 0), (-2, 0), (-3, 0), (-4, 0), (-5, 0),
    (-6, 0), (-7, 0), (-8, 0), (-9, 0), (-10, 0);

-- Sessions and API tokens. Only a hash of the secret is stored.
CREATE TABLE tokens (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    player INTEGER NOT NULL REFERENCES players (id),
    kind TEXT NOT NULL,
    hash BLOB NOT NULL UNIQUE,
    label TEXT NOT NULL,
    scopes TEXT NOT NULL,
    created INTEGER NOT NULL,
    used INTEGER NOT NULL,
    expires INTEGER
) STRICT;

CREATE INDEX tokens_of_player ON tokens (player);

CREATE TABLE games (
    id INTEGER PRIMARY KEY,
    created INTEGER NOT NULL,
    options TEXT NOT NULL,
    maker INTEGER NOT NULL REFERENCES players (id),
    white INTEGER REFERENCES players (id),
    black INTEGER REFERENCES players (id),
    -- 0 waiting, 1 playing, 2 over
    stage INTEGER NOT NULL,
    speed TEXT NOT NULL,
    rated INTEGER NOT NULL,
    plies INTEGER NOT NULL,
    -- When something may happen by itself.
    deadline INTEGER,
    result TEXT,
    reason TEXT,
    ended INTEGER,
    -- The ratings with which both came to the end, and by how much they changed.
    white_rating INTEGER,
    black_rating INTEGER,
    white_change INTEGER,
    black_change INTEGER,
    -- The game that was played after this one.
    rematch INTEGER
) STRICT;

-- Live fast games are few, and their deadlines change often: scanning them is
-- cheaper than an index on the deadline.
CREATE INDEX fast_games ON games (speed) WHERE stage = 1 AND speed <> 'correspondence';
CREATE INDEX slow_games ON games (deadline) WHERE stage = 1 AND speed = 'correspondence';
CREATE INDEX games_under_way ON games (created) WHERE stage = 1;
CREATE INDEX games_that_wait ON games (maker) WHERE stage = 0;
CREATE INDEX games_by_end ON games (ended) WHERE ended IS NOT NULL;
CREATE INDEX games_of_white ON games (white, created);
CREATE INDEX games_of_black ON games (black, created);

-- The event logs. The first writer of a sequence number wins.
CREATE TABLE events (
    game INTEGER NOT NULL,
    seq INTEGER NOT NULL,
    line TEXT NOT NULL,
    -- "player:command" on the first event of a command.
    command TEXT,
    PRIMARY KEY (game, seq)
) STRICT, WITHOUT ROWID;

CREATE TABLE chat (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    game INTEGER NOT NULL REFERENCES games (id) ON DELETE CASCADE,
    channel TEXT NOT NULL,
    player INTEGER NOT NULL REFERENCES players (id),
    at INTEGER NOT NULL,
    text TEXT NOT NULL
) STRICT;

CREATE INDEX chat_of_game ON chat (game, channel, id);
CREATE INDEX chat_of_player ON chat (player);

CREATE TABLE ratings (
    player INTEGER NOT NULL REFERENCES players (id),
    speed TEXT NOT NULL,
    rating REAL NOT NULL,
    deviation REAL NOT NULL,
    volatility REAL NOT NULL,
    games INTEGER NOT NULL,
    -- The time of the games' clock, not of the calendar.
    updated INTEGER NOT NULL,
    PRIMARY KEY (player, speed)
) STRICT, WITHOUT ROWID;

-- The game clock, which stands still while no server is running.
CREATE TABLE clock (
    node INTEGER PRIMARY KEY,
    time INTEGER NOT NULL
) STRICT;
