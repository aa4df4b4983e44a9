//! Who runs a model? The port through which `mind` asks one question of one model, once.
//!
//! [`LanguageModel`] is the one async trait of the house; whoever implements it decides how the model is reached and never what is asked or what an answer is worth.
//! [`ScriptedModel`] answers what a test says.
//!
//! This crate depends on nothing of `mind`, does no I/O and keeps no time.

mod cancel;
mod model;
mod scripted;

pub use cancel::Cancel;
pub use model::{LanguageModel, ModelFault, ModelName, ModelReply, ModelRequest};
pub use scripted::{Script, ScriptedModel};
