//! Pictures as people draw them: every text of `tests/pictures/texts/` means the board that stands beside it, or is a
//! question that holds it; and random boards, drawn in every style of these texts, come back; and boards whose walls are
//! all drawn are read place by place; and boards in the fields of tables, with sentences beside them, come back.

mod corpus;
mod drawn_walls;
mod random_boards;
mod styles;
mod tables;
