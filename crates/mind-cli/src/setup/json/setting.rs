//! The program's path among a host's settings.

use jsonc_parser::cst::{CstInputValue, CstObject, CstObjectProp};

use super::put::{put, replace_text};
use super::{member, table_in};
use crate::setup::fault::Misfit;
use crate::setup::program::is_mind;

/// The member and the program it names, when that is ours.
pub(super) fn found(
    object: &CstObject,
    table: &str,
    name: &str,
) -> Result<Option<(CstObjectProp, String)>, Misfit> {
    let Some(settings) = table_in(object, table)? else { return Ok(None) };
    let Some(found) = member(&settings, name)? else { return Ok(None) };
    let text = found.value().and_then(|value| value.as_string_lit()?.decoded_value().ok());
    Ok(text.filter(|text| is_mind(text)).map(|program| (found, program)))
}

/// Names the program; another program of ours is replaced, and anything else a person wrote there is theirs.
pub(super) fn put_setting(
    object: &CstObject,
    table: &str,
    name: &str,
    program: &str,
) -> Result<(), Misfit> {
    if let Some((found, known)) = found(object, table, name)? {
        if known != program {
            replace_text(Some(found), program);
        }
        return Ok(());
    }
    let settings = table_in(object, table)?;
    let taken = settings.as_ref().map(|settings| member(settings, name)).transpose()?.flatten();
    if taken.is_some() {
        return Err(Misfit::NameTaken { key: format!("{table}.{name}") });
    }
    let value = CstInputValue::String(program.to_owned());
    match settings {
        Some(settings) => put(&settings, name, value),
        None => put(object, table, CstInputValue::Object(vec![(name.to_owned(), value)])),
    }
    Ok(())
}
