-- Only servers on PostgreSQL share a database; the tables are the same everywhere.
CREATE TABLE interruptions (
    game INTEGER NOT NULL REFERENCES games (id) ON DELETE CASCADE,
    is_white INTEGER NOT NULL,
    at INTEGER NOT NULL,
    PRIMARY KEY (game, is_white)
) STRICT, WITHOUT ROWID;

-- The oldest version of the schema whose programs can use this database, so that servers of
-- two releases can run side by side.
ALTER TABLE site ADD COLUMN oldest_program INTEGER;
