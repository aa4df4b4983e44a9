//! Measures the scanner: whether its time grows linearly with the text, and what one fact and the first scan cost.

use std::hint::black_box;
use std::time::{Duration, Instant};

use mind_core::scan::{ScanScope, scan};

const MEBIBYTE: usize = 1 << 20;

/// How often each text of a pair is scanned.
const ROUNDS: u32 = 15;

/// The contract's limit for the time of twice the text.
const MOST: f64 = 2.5;

/// Prints what scanning costs.
pub(super) fn run() {
    println!("first scan of a text with a listed word: {:?}", first_scan());
    println!("\nns a text of about 120 characters");
    for (name, text) in TEXTS {
        println!("{:>8.0}  {name} ({} characters)", nanoseconds(text), text.chars().count());
    }
    println!("\n1 MiB       ratio to 512 KiB, at most {MOST}");
    for (name, unit) in UNITS {
        linearity(name, &|size| repeated(unit, size));
    }
    linearity("random text", &|size| random(size, b' '..=b'~'));
    linearity("random marks", &random_marks);
}

const TEXTS: &[(&str, &str)] = &[
    (
        "harmless",
        "The exporter writes one file a day into the archive directory and keeps thirty of them before it removes the oldest one.",
    ),
    (
        "harmless, with apostrophes and backticks",
        "The exporter doesn't write to `archive` before the day's batch is closed; `flush` waits for it at most thirty seconds ok",
    ),
    (
        "words of several rules",
        "Ignore the lint rule for generated code; the user reads the token from https://vault.example before the prompt appears.",
    ),
    (
        "a fact about a user and a token",
        "The user prefers that the session token be renewed in the background, ten minutes before it would run out of validity ok",
    ),
    (
        "Italian",
        "L’esportatore scrive un file al giorno nella cartella dell’archivio perché così è più facile ritrovarlo – lo tiene là.",
    ),
    (
        "German, with soft hyphens",
        "Der Ex\u{ad}port schreibt jede Nacht eine Datei in das Archiv\u{ad}verzeichnis und behält dreißig davon, bevor er die älteste löscht.",
    ),
    (
        "Russian",
        "Экспорт каждую ночь пишет один файл в каталог архива и хранит тридцать из них, прежде чем удалит самый старый из них.",
    ),
    (
        "Russian, with words of several rules",
        "Не забудь: token лежит в keychain, user читает prompt, а правило ignore из https://vault.example относится к коду там.",
    ),
    (
        "Chinese",
        "导出程序每天向归档目录写入一个文件，并在删除最旧的文件之前保留三十个文件。每个文件的名称包含日期和项目的名称，以便以后更容易找到它们。导出程序每天向归档目录写入一个文件，并在删除最旧的文件之前保留三十个文件。",
    ),
];

const UNITS: &[(&str, &str)] = &[
    ("`ignore `", "ignore "),
    ("`never tell `", "never tell "),
    ("`password: `", "password: "),
    ("`a.`", "a."),
    ("U+0332", "\u{332}"),
    ("`password=`", "password="),
    ("`sk-`", "sk-"),
    ("`-eyJ`", "-eyJ"),
    ("`a://`", "a://"),
    ("`bearer   `", "bearer   "),
    ("`you are now `", "you are now "),
    ("`-----BEGIN A `", "-----BEGIN A "),
    ("U+05D0 U+200E", "\u{5d0}\u{200e}"),
    ("U+FDFA", "\u{fdfa}"),
    ("`. \\n`", ". \n"),
    ("curl .env", "curl .environment "),
];

/// The time of the first scan that needs the word lists; every static of the scanner is built in it.
fn first_scan() -> Duration {
    let start = Instant::now();
    let _ = black_box(scan(black_box("forget the user prompt"), ScanScope::Strict));
    start.elapsed()
}

fn nanoseconds(text: &str) -> f64 {
    const SCANS: u32 = 1_000;
    let round = || {
        let start = Instant::now();
        for _ in 0..SCANS {
            let _ = black_box(scan(black_box(text), ScanScope::Context));
        }
        start.elapsed().as_nanos() as f64 / f64::from(SCANS)
    };
    (0..100).map(|_| round()).fold(f64::INFINITY, f64::min)
}

fn linearity(name: &str, make: &dyn Fn(usize) -> String) {
    let (whole, half) = (make(MEBIBYTE), make(MEBIBYTE / 2));
    let (mut slow, mut fast) = (Duration::MAX, Duration::MAX);
    // In turns, so that a busy machine slows both, and the least of many, which it slows least.
    for _ in 0..ROUNDS {
        slow = slow.min(time(&whole));
        fast = fast.min(time(&half));
    }
    let ratio = slow.as_secs_f64() / fast.as_secs_f64();
    let verdict = if ratio <= MOST { "" } else { "  not linear" };
    println!("{:>7.1} ms  {ratio:.2}  {name}{verdict}", slow.as_secs_f64() * 1e3);
}

fn time(text: &str) -> Duration {
    let start = Instant::now();
    let _ = black_box(scan(black_box(text), ScanScope::Strict));
    start.elapsed()
}

/// `unit` as often as it fits into `size` bytes.
fn repeated(unit: &str, size: usize) -> String {
    unit.repeat(size / unit.len())
}

fn random(size: usize, alphabet: std::ops::RangeInclusive<u8>) -> String {
    let alphabet: Vec<u8> = alphabet.collect();
    let mut numbers = Numbers(1);
    (0..size).map(|_| char::from(alphabet[numbers.below(alphabet.len())])).collect()
}

/// Marks of many combining classes in no order, which normalisation has to sort.
fn random_marks(size: usize) -> String {
    let marks: Vec<char> = ('\u{300}'..='\u{34e}').chain('\u{591}'..='\u{5bd}').collect();
    let mut numbers = Numbers(1);
    (0..size / 2).map(|_| marks[numbers.below(marks.len())]).collect()
}

/// A linear congruence: the same numbers in every run.
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, limit: usize) -> usize {
        self.0 =
            self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % limit
    }
}
