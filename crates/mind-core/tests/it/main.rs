//! Integration tests of the core.
#![cfg(test)]

mod backlog;
mod batch;
mod calls;
mod capture;
mod consolidation;
mod context;
mod forget;
mod hints;
mod import;
mod inspect;
mod labels;
mod optimize;
mod optimize_undo;
mod owner;
mod plan;
mod promote;
mod read;
mod recall_acceptance;
mod recall_channels;
mod recall_firmware;
mod recall_nasty;
mod recall_own_set;
mod recall_properties;
mod remember;
mod review_cycles;
mod review_fuzz;
mod review_judge;
mod review_request;
mod review_window;
mod search;
mod session;
mod supersede;
mod world;
