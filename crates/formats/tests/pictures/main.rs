//! Pictures as people draw them. Every text in `tests/pictures/texts/` is parsed as the expected board next to it, or
//! as an ambiguous picture with this board among its readings. Random boards drawn in every style of these texts are
//! parsed back, also in tables and with sentences around them. Boards with all walls drawn are parsed cell by cell.

mod corpus;
mod drawn_walls;
mod random_boards;
mod styles;
mod tables;
