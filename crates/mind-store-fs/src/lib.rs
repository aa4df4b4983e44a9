//! The file store: plain JSON files, replaced atomically, locked by the system, never lost.
