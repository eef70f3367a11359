//! What the engine does, seen from outside.

mod evaluation;
