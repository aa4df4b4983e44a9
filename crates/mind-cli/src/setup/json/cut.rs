//! Taking one thing out of a text: itself, the comma that goes with it and the room it took, and no comment.

use std::ops::Range;

use jsonc_parser::cst::CstNode;

/// The text of a node's document without the node.
pub(super) fn without(text: &str, node: &CstNode) -> String {
    if let Some(inside) = alone(node) {
        return format!("{}{}", &text[..inside.start], &text[inside.end..]);
    }
    let own = place(node);
    let after = node.trailing_comma().map(|comma| place(&comma.into()));
    let before = node.previous_siblings().find(CstNode::is_comma).map(|comma| place(&comma));
    let is_first = before.is_none();
    let end = after.as_ref().map_or(own.end, |comma| comma.end);
    // After the last thing of all, the comma before it is the one too many.
    let comma = after.or(before);
    let mut cuts = vec![roomy(text, own.start..end, own.clone(), is_first)];
    cuts.extend(comma.filter(|comma| comma.end <= own.start || comma.start >= cuts[0].end));
    cuts.sort_by_key(|cut| cut.start);
    let mut left = String::with_capacity(text.len());
    let mut at = 0;
    for cut in cuts {
        left.push_str(&text[at..cut.start]);
        at = cut.end;
    }
    left.push_str(&text[at..]);
    left
}

/// Where a node stands in its document.
fn place(node: &CstNode) -> Range<usize> {
    let mut start = 0;
    let mut at = Some(node.clone());
    while let Some(node) = at {
        start += node.previous_siblings().map(|before| before.to_string().len()).sum::<usize>();
        at = node.parent().map(CstNode::Container);
    }
    start..start + node.to_string().len()
}

/// The inside of the list or table in which there is nothing else, not even a comment.
fn alone(node: &CstNode) -> Option<Range<usize>> {
    let around = CstNode::Container(node.parent()?);
    let others = around.children_exclude_trivia_and_tokens().len() > 1;
    let comments = around.children().iter().any(CstNode::is_comment);
    let place = place(&around);
    (!others && !comments).then(|| place.start + 1..place.end - 1)
}

/// The part to cut with the room around it: its lines where it has them to itself, else the blanks beside it.
fn roomy(text: &str, whole: Range<usize>, own: Range<usize>, is_first: bool) -> Range<usize> {
    let blank = |c: char| c == ' ' || c == '\t';
    // A comment between it and its comma stays.
    let whole = if text[own.end..whole.end].trim() == "," { whole } else { own };
    let head = text[..whole.start].trim_end_matches(blank);
    let tail = text[whole.end..].trim_start_matches(blank);
    let line_before = head.strip_suffix("\r\n").or_else(|| head.strip_suffix('\n'));
    let ends_line = tail.starts_with('\n') || tail.starts_with("\r\n");
    match line_before {
        Some(before) if ends_line => before.len()..text.len() - tail.len(),
        Some(_) => whole,
        // What comes next takes its place.
        None if is_first && !tail.starts_with(['}', ']']) => whole.start..text.len() - tail.len(),
        None => head.len()..whole.end,
    }
}
