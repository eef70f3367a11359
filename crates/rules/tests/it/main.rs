//! The laws, seen from outside: one binary, one module a subject.

mod pictures;
mod uci;
