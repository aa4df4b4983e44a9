//! `recall` with a query: the engine's ranking over the visible live rows.

use super::Mind;
use super::answer::Page;
use super::gather::{check_limit, gather};
use super::list::listing;
use super::request::RecallRequest;
use super::shelf::Sight;
use crate::error::Error;
use crate::port::{Clock, Store};
use crate::scope::Scope;

impl<S: Store, C: Clock> Mind<S, C> {
    pub(super) fn find(&self, scope: &Scope, request: &RecallRequest) -> Result<Page, Error> {
        check_limit(request.limit)?;
        let now = self.clock.now();
        let sight = Sight::of(&self.store, &self.shelves, scope, &request.tiers)?;
        let gathered = gather(&sight, request, now);
        Ok(listing(scope, request, sight, &gathered))
    }
}
