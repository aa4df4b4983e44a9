//! Contract suites for the ports of `mind-core`, and the doubles they are proven with.
