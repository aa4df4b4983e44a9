//! Recall: finding the right fact, offline, and saying why.
