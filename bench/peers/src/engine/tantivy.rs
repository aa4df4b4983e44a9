//! Tantivy in memory, with its English stemmer, one thread and one segment, any word of the query enough, by BM25.

use anyhow::{Context as _, Result};
use tantivy::collector::TopDocs;
use tantivy::query::{BooleanQuery, Occur, Query, TermQuery};
use tantivy::schema::{Field, IndexRecordOption, Schema, TextFieldIndexing, TextOptions};
use tantivy::{Index, IndexReader, Searcher, TantivyDocument, Term};

use super::{Engine, PAGE, joined};
use crate::corpus::Corpus;

/// What the writer may use; the least it takes is 15 MB.
const BUDGET: usize = 100_000_000;

const TOKENIZER: &str = "en_stem";

/// An index with one field.
pub(crate) struct Tantivy {
    index: Index,
    reader: IndexReader,
    field: Field,
}

impl Tantivy {
    fn searcher(&self) -> Searcher {
        self.reader.searcher()
    }
}

impl Engine for Tantivy {
    type Stored = Vec<String>;

    fn store(corpus: &Corpus) -> Result<Self::Stored> {
        Ok(corpus.facts.iter().map(joined).collect())
    }

    fn build(stored: &Self::Stored) -> Result<Self> {
        let mut schema = Schema::builder();
        let indexing = TextFieldIndexing::default()
            .set_tokenizer(TOKENIZER)
            .set_index_option(IndexRecordOption::WithFreqsAndPositions);
        let field =
            schema.add_text_field("text", TextOptions::default().set_indexing_options(indexing));
        let index = Index::create_in_ram(schema.build());
        let mut writer = index.writer_with_num_threads(1, BUDGET)?;
        for text in stored {
            let mut document = TantivyDocument::new();
            document.add_text(field, text);
            writer.add_document(document)?;
        }
        writer.commit()?;
        let segments = index.searchable_segment_ids()?;
        if segments.len() > 1 {
            writer.merge(&segments).wait()?;
        }
        writer.wait_merging_threads()?;
        let reader = index.reader()?;
        Ok(Self { index, reader, field })
    }

    fn ask(&self, query: &str) -> Result<usize> {
        let mut tokenizer = self.index.tokenizers().get(TOKENIZER).context("it is registered")?;
        let mut stream = tokenizer.token_stream(query);
        let mut terms: Vec<(Occur, Box<dyn Query>)> = Vec::new();
        while stream.advance() {
            let term = Term::from_field_text(self.field, &stream.token().text);
            terms.push((
                Occur::Should,
                Box::new(TermQuery::new(term, IndexRecordOption::WithFreqs)),
            ));
        }
        let best = TopDocs::with_limit(PAGE).order_by_score();
        Ok(self.searcher().search(&BooleanQuery::new(terms), &best)?.len())
    }

    fn bytes(&self) -> Option<usize> {
        self.searcher().space_usage().ok().map(|usage| usage.total().get_bytes() as usize)
    }
}
