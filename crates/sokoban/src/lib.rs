//! sokoban
