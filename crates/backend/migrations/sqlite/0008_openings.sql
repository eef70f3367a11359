-- The opening of a game: the key of the last position that has a name.
ALTER TABLE games ADD COLUMN opening INTEGER;
