//! The engine behind a scripted host: whole answers, and effects as data (PI-102).

mod machine;
mod pi;
mod store;

mod bridge;
mod capture;
mod commands;
mod notes;
mod opening;
mod owners;
mod reminders;
mod reviews;
mod runs;
mod settings;
mod states;
mod tools;
