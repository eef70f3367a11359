//! Where games come from and who plays them: the computer, the lobby,
//! rematches, chat.

mod chat;
mod computer;
mod house;
mod lobby;
mod rematch;
