//! The blocks a model gets, and their manifest.

use mind_core::context::{BlockBytes, Blocks, Manifest, ManifestEntry, SectionCounts, StoreSeen};
use mind_protocol as wire;

use super::{kind, warnings};

/// Both blocks and their manifest.
pub fn blocks(blocks: &Blocks) -> wire::ContextBlocks {
    wire::ContextBlocks {
        standing: blocks.standing.clone(),
        task: blocks.task.clone(),
        manifest: manifest(&blocks.manifest),
        warnings: warnings(&blocks.warnings),
    }
}

/// What is in the blocks and what is not, and why (context.md C-13).
pub fn manifest(manifest: &Manifest) -> wire::Manifest {
    wire::Manifest {
        budget: manifest.budget,
        reserved: manifest.reserved,
        standing: bytes(&manifest.standing),
        task: bytes(&manifest.task),
        sections: manifest.sections.iter().map(section).collect(),
        entries: manifest.entries.iter().map(entry).collect(),
        stores: manifest.stores.iter().map(store).collect(),
    }
}

fn bytes(block: &BlockBytes) -> wire::BlockBytes {
    wire::BlockBytes {
        total: block.total,
        tokens: block.tokens(),
        frame: block.frame,
        headings: block.headings,
        entries: block.entries,
        notice: block.notice,
        sha256: block.sha256.clone(),
    }
}

fn section(counts: &SectionCounts) -> wire::SectionCounts {
    wire::SectionCounts {
        section: counts.section.as_str().to_owned(),
        candidates: counts.candidates,
        included: counts.included,
        over_cap: counts.over_cap,
        over_budget: counts.over_budget,
        duplicates: counts.duplicates,
        withheld: counts.withheld,
        clipped: counts.clipped,
        bytes: counts.bytes,
    }
}

fn entry(entry: &ManifestEntry) -> wire::ManifestEntry {
    wire::ManifestEntry {
        section: entry.section.as_str().to_owned(),
        reference: entry.reference.clone(),
        tier: entry.tier.as_str().to_owned(),
        kind: entry.kind.map(kind),
        bytes: entry.bytes,
        included: entry.is_included(),
        reason: entry.reason.as_str().to_owned(),
        score: entry.score,
    }
}

fn store(seen: &StoreSeen) -> wire::StoreSeen {
    let code = seen.outcome.as_ref().err().map(|error| error.code().to_owned());
    wire::StoreSeen {
        store: seen.store.as_str().to_owned(),
        fingerprint: seen.outcome.as_ref().ok().map(ToString::to_string),
        code,
    }
}
