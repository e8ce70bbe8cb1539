//! What each construct means, by small designs worked out by hand.

mod classes;
mod includes;
mod modules;
