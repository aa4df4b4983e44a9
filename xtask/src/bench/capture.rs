//! Measures capture: whether its time grows linearly with a prompt, and what the longest text it looks at costs.

use std::hint::black_box;
use std::time::{Duration, Instant};

use mind_core::capture::{LOOKED_AT, cues};

/// How often each text is read.
const ROUNDS: u32 = 15;

/// The contract's limits: for the longest text, and for twice a text.
const MOST: Duration = Duration::from_millis(20);
const MOST_FOR_TWICE: f64 = 2.5;

const UNITS: &[&str] = &[
    "remember ",
    "remember-",
    "never remember ",
    "don't ",
    "commit x to memory-",
    "we decided a durable rule? ",
    "always. ",
    "my a ",
    "\"",
    "\u{201c}",
    "`",
    "<",
    "<mind-memory",
    "<mind-memory></mind-memory>",
    "``` ",
    "\n",
    "è ",
    "in the future ",
    "The exporter writes one file a day and keeps thirty. ",
];

/// Prints what looking for cues costs.
pub(super) fn run() {
    println!(
        "{LOOKED_AT} characters, at most {MOST:?}; ratio to half of them, at most {MOST_FOR_TWICE}"
    );
    for unit in UNITS {
        let (whole, half) = (repeated(unit, LOOKED_AT), repeated(unit, LOOKED_AT / 2));
        let (mut slow, mut fast) = (Duration::MAX, Duration::MAX);
        // In turns, so that a busy machine slows both, and the least of many, which it slows least.
        for _ in 0..ROUNDS {
            slow = slow.min(time(&whole));
            fast = fast.min(time(&half));
        }
        let ratio = slow.as_secs_f64() / fast.as_secs_f64();
        let verdict = if slow <= MOST && ratio <= MOST_FOR_TWICE { "" } else { "  too slow" };
        println!("{:>7.2} ms  {ratio:.2}  {unit:?}{verdict}", slow.as_secs_f64() * 1e3);
    }
}

fn time(text: &str) -> Duration {
    let start = Instant::now();
    let _ = black_box(cues(black_box(text)));
    start.elapsed()
}

fn repeated(unit: &str, characters: usize) -> String {
    unit.chars().cycle().take(characters).collect()
}
