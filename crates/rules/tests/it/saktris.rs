//! Saktris, in which the pieces arrive one by one.

mod plain;
