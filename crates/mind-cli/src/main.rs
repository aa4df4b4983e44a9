//! The `mind` command.
fn main() {}
