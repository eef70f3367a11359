-- The names of deleted accounts, which nobody else may take for a while. Only a
-- hash of the name is stored.
CREATE TABLE reserved_names (
    hash BLOB PRIMARY KEY,
    until INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

-- The confirmed email address, and in small letters to find it.
ALTER TABLE players ADD COLUMN email TEXT;
ALTER TABLE players ADD COLUMN folded_email TEXT;
CREATE INDEX players_by_email ON players (folded_email) WHERE folded_email IS NOT NULL;

-- Old messages are deleted.
CREATE INDEX chat_by_time ON chat (at);
