//! Admission: what may be remembered and what may be shown to a model.
