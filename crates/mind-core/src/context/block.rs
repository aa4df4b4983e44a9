//! Filling one block: what fits goes in, what does not is counted.

use super::input::Frame;
use super::line::{Line, Row, SHORTEST};
use super::manifest::{BlockBytes, LEFT_OUT_LISTED, ManifestEntry, Reason, SectionCounts};
use super::notice::Notice;
use super::queue::{Offer, Queue};
use crate::digest;
use crate::json;
use crate::scan;

const END: &str = "</mind-memory>\n";

/// A finished block.
#[derive(Debug)]
pub(super) struct Block {
    pub(super) text: String,
    pub(super) bytes: BlockBytes,
    pub(super) sections: Vec<SectionCounts>,
    pub(super) entries: Vec<ManifestEntry>,
    /// Positions of the facts it shows.
    pub(super) shown: Vec<usize>,
    /// Numbers of the contents it shows.
    pub(super) said: Vec<usize>,
}

/// The block nothing was asked of.
impl Default for Block {
    fn default() -> Self {
        let bytes = BlockBytes { sha256: digest::short_hex(&[], 64), ..BlockBytes::default() };
        Self {
            text: String::new(),
            bytes,
            sections: Vec::new(),
            entries: Vec::new(),
            shown: Vec::new(),
            said: Vec::new(),
        }
    }
}

/// A block being filled.
#[derive(Debug)]
pub(super) struct Sheet<'f> {
    frame: &'f Frame<'f>,
    limit: usize,
    /// Bytes left for headings and lines.
    room: usize,
    heading: &'static str,
    block: Block,
}

impl<'f> Sheet<'f> {
    /// An empty block of at most `limit` bytes, with room kept for `notice` as it would be if nothing were shown.
    pub(super) fn open(
        frame: &'f Frame<'f>,
        part: &str,
        word: &str,
        limit: usize,
        longest_notice: &str,
    ) -> Self {
        let mut block = Block::default();
        block.text.push_str("<mind-memory");
        let attributes = [
            ("part", Some(part)),
            ("persona", Some(scan::label(frame.persona.as_str()))),
            ("project", frame.project),
        ];
        for (name, value) in attributes {
            if let Some(value) = value {
                block.text.push(' ');
                block.text.push_str(name);
                block.text.push('=');
                json::push_line_string(&mut block.text, value);
            }
        }
        block.text.push_str(">\n");
        block.text.push_str(word);
        block.bytes.frame = block.text.len() + END.len();
        let room = limit.saturating_sub(block.bytes.frame + longest_notice.len());
        Self { frame, limit, room, heading: "", block }
    }

    /// Takes into account what another block shows already.
    pub(super) fn beside(mut self, other: &Block) -> Self {
        self.block.said.clone_from(&other.said);
        self
    }

    /// Shows of a section what its caps and the room allow.
    pub(super) fn fill(&mut self, mut offer: Offer<'_>) {
        let mut tally = Tally::new(SectionCounts::new(offer.section));
        tally.counts.candidates = offer.further;
        let mut section_room = offer.room;
        while let Some(queue) = offer.next() {
            if self.room.min(section_room) < SHORTEST {
                break;
            }
            let Some(line) = queue.pop() else { break };
            tally.counts.candidates += 1;
            if self.says(&line) {
                tally.leave_out(&line, 0, Reason::Duplicate);
                continue;
            }
            let spent = self.offer(&line, section_room, &mut tally);
            section_room -= spent;
            queue.cap -= usize::from(spent > 0);
        }
        let mut rest: Vec<(Queue<'_>, Reason)> = Vec::new();
        for queue in std::mem::take(&mut offer.queues) {
            let reason = if queue.cap == 0 { Reason::OverCap } else { Reason::OverBudget };
            rest.push((queue, reason));
        }
        rest.push((offer.duplicates, Reason::Duplicate));
        rest.push((offer.withheld, Reason::Withheld));
        for (queue, reason) in rest {
            self.pass_over(queue, reason, &mut tally);
        }
        tally.counts.over_cap += offer.further;
        self.block.sections.push(tally.counts);
        self.block.entries.append(&mut tally.shown);
        self.block.entries.append(&mut tally.left_out);
    }

    /// The block with its notice; empty when there is nothing to say, or no room to say anything.
    pub(super) fn close(self, notice: &Notice) -> Block {
        let Self { limit, heading, mut block, .. } = self;
        let notice = notice.counts(&block.sections).line();
        let fits = block.text.len() + notice.len() + END.len() <= limit;
        if (heading.is_empty() && notice.is_empty()) || !fits {
            let Block { sections, entries, .. } = block;
            return Block { sections, entries, ..Block::default() };
        }
        block.text.push_str(&notice);
        block.text.push_str(END);
        block.bytes.notice = notice.len();
        block.bytes.total = block.text.len();
        block.bytes.sha256 = digest::short_hex(&[block.text.as_bytes()], 64);
        block
    }

    fn says(&self, line: &Line<'_>) -> bool {
        line.content().is_some_and(|content| self.block.said.contains(&content))
    }

    /// Writes a line where it fits; answers the bytes it took, its heading included.
    fn offer(&mut self, line: &Line<'_>, section_room: usize, tally: &mut Tally) -> usize {
        let start = self.block.text.len();
        let heading = line.heading();
        if heading != self.heading {
            self.block.text.push_str(heading);
        }
        let heading_bytes = self.block.text.len() - start;
        let is_clipped = line.write(self.frame, &mut self.block.text);
        let spent = self.block.text.len() - start;
        let bytes = spent - heading_bytes;
        if spent > self.room.min(section_room) {
            self.block.text.truncate(start);
            tally.leave_out(line, bytes, Reason::OverBudget);
            return 0;
        }
        self.heading = heading;
        self.room -= spent;
        self.block.bytes.headings += heading_bytes;
        self.block.bytes.entries += bytes;
        self.block.said.extend(line.content());
        if let Row::Fact { at, .. } = line.row {
            self.block.shown.push(at);
        }
        tally.show(line, bytes, is_clipped);
        spent
    }

    /// Counts what is not shown, one by one as far as the manifest lists it, the rest in no order.
    fn pass_over(&self, mut queue: Queue<'_>, reason: Reason, tally: &mut Tally) {
        let why = |line: &Line<'_>| match reason {
            Reason::Withheld => Reason::Withheld,
            _ if self.says(line) => Reason::Duplicate,
            reason => reason,
        };
        while tally.left_out.len() < LEFT_OUT_LISTED {
            let Some(line) = queue.pop() else { break };
            tally.counts.candidates += 1;
            tally.leave_out(&line, 0, why(&line));
        }
        for line in queue.rest() {
            tally.counts.candidates += 1;
            tally.count(why(line));
        }
    }
}

/// What became of the candidates of a section.
struct Tally {
    counts: SectionCounts,
    shown: Vec<ManifestEntry>,
    left_out: Vec<ManifestEntry>,
}

impl Tally {
    const fn new(counts: SectionCounts) -> Self {
        Self { counts, shown: Vec::new(), left_out: Vec::new() }
    }

    fn show(&mut self, line: &Line<'_>, bytes: usize, is_clipped: bool) {
        self.counts.included += 1;
        self.counts.clipped += usize::from(is_clipped);
        self.counts.bytes += bytes;
        self.shown.push(line.entry(bytes, line.merit()));
    }

    fn leave_out(&mut self, line: &Line<'_>, bytes: usize, reason: Reason) {
        self.count(reason);
        if self.left_out.len() < LEFT_OUT_LISTED {
            self.left_out.push(line.entry(bytes, reason));
        }
    }

    const fn count(&mut self, reason: Reason) {
        let count = match reason {
            Reason::OverCap => &mut self.counts.over_cap,
            Reason::OverBudget => &mut self.counts.over_budget,
            Reason::Duplicate => &mut self.counts.duplicates,
            Reason::Withheld => &mut self.counts.withheld,
            _ => return,
        };
        *count += 1;
    }
}
