-- Players of games in progress whose connections a server has ended because it stopped.
-- When they are back on another one, they get the time in between.
CREATE TABLE interruptions (
    game BIGINT NOT NULL REFERENCES games (id) ON DELETE CASCADE,
    is_white BIGINT NOT NULL,
    -- On the game clock.
    at BIGINT NOT NULL,
    PRIMARY KEY (game, is_white)
);

-- The oldest version of the schema whose programs can use this database, so that servers of
-- two releases can run side by side.
ALTER TABLE site ADD COLUMN oldest_program BIGINT;
