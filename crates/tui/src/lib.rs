//! A game of chess in the terminal, for two people at one keyboard.
//!
//! It draws what [`arbiter_game`] says and hands it what is typed. No law of
//! chess and no rule of a clock is decided here.
