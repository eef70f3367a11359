-- Games are found by their variant, too.
ALTER TABLE games ADD COLUMN variant TEXT NOT NULL DEFAULT 'standard';

UPDATE games SET variant = 'chess960' WHERE options LIKE '%"variant":"chess960"%';
UPDATE games SET variant = 'saktris' WHERE options LIKE '%"variant":"saktris"%';

-- These have every column by which the games of a player are found, so that
-- only the games of a page are read from the table.
DROP INDEX games_of_white;
DROP INDEX games_of_black;
CREATE INDEX games_of_white ON games (white, created, id, stage, speed, variant, rated, result, black);
CREATE INDEX games_of_black ON games (black, created, id, stage, speed, variant, rated, result, white);
