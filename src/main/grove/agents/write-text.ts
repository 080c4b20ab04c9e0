/** The tools that write a text: `respond`, `annotate`, `edit` (`agents.md`, *Commands*). No path moves. */
import { annotatePhrase } from '../../../core/anchors/annotate-phrase.ts';
import { assert } from '../../../core/assert.ts';
import { editsInFamily } from '../../../core/buffer/family-edits.ts';
import type { WriteCommand } from '../../../core/commands/command.ts';
import { NO_INVERSE } from '../../../core/commands/inverse.ts';
import type { NodeId } from '../../../core/ids.ts';
import { documentVersion } from '../../../core/proposals/document-version.ts';
import type { PlannedSuggestion } from '../../../core/proposals/planned-suggestion.ts';
import { spliceOfSuggestion, suggestionsOf } from '../../../core/proposals/suggestions-of.ts';
import type { LogKind } from '../../../core/provenance/log-hash.ts';
import { inferSpans } from '../../../core/text/diff.ts';
import { normaliseText } from '../../../core/text/normalise.ts';
import { type Spans, spliceSpans, wholeSpans } from '../../../core/text/span.ts';
import type { SpannedText } from '../../../core/text/spanned-text.ts';
import type { TextRange } from '../../../core/text/text-range.ts';
import { annotate, reviseNote } from '../../../core/tree/annotate.ts';
import { findFamily } from '../../../core/tree/family.ts';
import { ofResponse, type ResponseDetails } from '../../../core/tree/new-node.ts';
import { addContinuation, offerEdit } from '../../../core/tree/operations.ts';
import { type NodeContent, type SeamRange, type TreeNode, textOf } from '../../../core/tree/tree-node.ts';
import type { Act } from '../writing/tree-transactions.ts';
import { CommandRefusal } from './command-refusal.ts';
import type { CommandView } from './command-view.ts';

export function respond(view: CommandView, { node: ref, content }: WriteCommand): string {
  const node = view.resolveText(ref);
  view.requireShown(node);
  const { actor, idsAndClock } = view.context;
  const made = write(view, 'commit', (after) =>
    after.add(
      addContinuation(after.tree, node.id, contentOf(view, content), actor, idsAndClock, responseOf(view)),
    ),
  );
  return `✓ created [${made.localId}] as continuation from [${node.localId}]`;
}

export function addNote(view: CommandView, { node: ref, content }: WriteCommand): string {
  const node = view.resolveText(ref);
  const { actor, idsAndClock } = view.context;
  const made = write(view, 'annotate', (after) =>
    after.add(annotate(after.tree, node.id, contentOf(view, content), actor, idsAndClock, responseOf(view))),
  );
  return `✓ annotation [${made.localId}] added to [${node.localId}]`;
}

/**
 * A note on a node, whatever the command names.
 * @param words the part of the node that it is about; if they occur there once, the note is on them
 * @param at where the content of the command is in the text; null if it is not there as it was written
 */
export function addNoteTo(
  view: CommandView,
  nodeId: NodeId,
  words: string,
  text: string,
  at: number | null,
): string {
  const { actor, idsAndClock } = view.context;
  const response = at === null ? undefined : responseOf(view, at);
  const content = contentOf(view, text);
  const made = write(view, 'annotate', (after) => {
    const whole = textOf(after.tree.getContent(nodeId).content);
    const start = whole.indexOf(words);
    const isThere = words.trim() !== '' && start >= 0 && whole.indexOf(words, start + 1) < 0;
    const phrase = { nodeId, start, length: words.length };
    if (isThere) after.add(annotatePhrase(after.tree, phrase, content, actor, idsAndClock, response));
    else after.add(annotate(after.tree, nodeId, content, actor, idsAndClock, response));
  });
  return `✓ annotation [${made.localId}] added to [${view.localIdOf(nodeId)}]`;
}

/** The node that an edit changes. @throws {CommandRefusal} what it would be refused for */
export function editedNode(view: CommandView, command: WriteCommand): TreeNode {
  const node = view.resolve(command.node);
  const { localId } = node;
  const { tree } = view.views;
  if (node.positionId === tree.tree.rootPositionId)
    throw new CommandRefusal('INVALID_SYNTAX', 'the root has no text to edit');
  if (node.contentType !== 'text')
    throw new CommandRefusal(
      'INVALID_SYNTAX',
      `[${localId}] is ${node.contentType}; only text can be edited`,
    );
  const isNote = view.isNote(node);
  if ((tree.tree.mode === 'dialogue' || isNote) && command.content.trim() === '')
    throw new CommandRefusal('INVALID_SYNTAX', 'the text is blank', `→ prune ${localId}`);
  if (isNote) return node;
  view.requireShown(node);
  if (view.context.writerWork(view.context.treeId).edited.includes(node.id))
    throw new CommandRefusal('CONFLICT', `the human is editing [${localId}]`, 'try again later');
  return node;
}

export function edit(view: CommandView, command: WriteCommand): string {
  const node = editedNode(view, command);
  if (view.isNote(node)) return editNote(view, node, command.content);
  const { localId } = node;
  const isDialogue = view.views.tree.tree.mode === 'dialogue';
  const { actor, idsAndClock } = view.context;
  let reused: TreeNode | null = null;
  const suggestions = isDialogue ? null : suggestedWords(view, node, command.content);
  const made = writeAny(view, isDialogue ? 'branch-edit' : 'commit', (after) => {
    const content =
      suggestions === null
        ? editedContent(view, node, command.content)
        : contentWith(view, node, suggestions);
    const from = ofResponse(responseOf(view));
    const offered = offerEdit(after.tree, after.path, node.id, content, actor, idsAndClock, from);
    if (offered.change === null) {
      reused = offered.node;
      return;
    }
    const elsewhere = isDialogue ? [] : editsInFamily(after.tree, after.path, node, spannedTextOf(content));
    after.add(offered.change);
    for (const { node: shown, edited } of elsewhere) {
      const { change } = offerEdit(after.tree, after.path, shown.id, edited, actor, idsAndClock);
      if (change !== null) after.add(change);
    }
  });
  const existing = reused as TreeNode | null;
  if (existing !== null) return `✓ [${existing.localId}] has this text already`;
  assert(made !== undefined, 'an edit is a node');
  if (suggestions !== null) suggestVersion(view, node, suggestions, command.content);
  return isDialogue
    ? `✓ created branch [${made.localId}] from [${localId}]\n  conversation continues from edit point`
    : `✓ created version [${made.localId}] from [${localId}]\n  downstream nodes preserved via hyperedge`;
}

/** The words that an edit changes; null for a text that is divided, of which the page shows parts. */
function suggestedWords(
  { views: { tree } }: CommandView,
  { id, positionId }: TreeNode,
  given: string,
): readonly PlannedSuggestion[] | null {
  const { base, splits } = findFamily(tree, positionId);
  if (base !== positionId || splits.length > 0) return null;
  const text = textOf(tree.getContent(id).content);
  return suggestionsOf(text, [{ from: 0, to: text.length, insert: normaliseText(given), hunk: 1 }]);
}

/** The text with what was suggested accepted, which is what the writer's version would be: then the offered one is selected. */
function contentWith(
  { context, views }: CommandView,
  { id }: TreeNode,
  suggestions: readonly PlannedSuggestion[],
): NodeContent {
  const { content, spans } = views.tree.getContent(id);
  let edited: SpannedText = { text: textOf(content), spans };
  for (const suggestion of suggestions.toReversed())
    for (const { from, to, insert } of spliceOfSuggestion(suggestion).toReversed()) {
      const [start, end] = [suggestion.from + from, suggestion.from + to];
      edited = {
        text: edited.text.slice(0, start) + insert + edited.text.slice(end),
        spans: spliceSpans(edited.spans, start, end, wholeSpans(context.actor.id, insert.length)),
      };
    }
  return { content: { type: 'text', text: edited.text }, spans: edited.spans };
}

/** Shows an offered version as suggestions where the writer reads the text (`edits.md`, *In the manuscript*). */
function suggestVersion(
  view: CommandView,
  { id, positionId }: TreeNode,
  suggestions: readonly PlannedSuggestion[],
  answer: string,
): void {
  const { treeId, actor, edits = null, turn, idsAndClock } = view.context;
  const { sha256 } = idsAndClock;
  const text = textOf(view.views.tree.getContent(id).content);
  const version = documentVersion(sha256, { treeId, positionId, offset: 0, text });
  const range = { from: 0, to: text.length };
  const proposalId = edits?.proposals.suggest(
    {
      treeId,
      agentId: actor.id,
      askedBy: null,
      directive: { action: 'replace', version, content: answer, range, fingerprint: null, rationale: null },
      answer,
      instruction: null,
      responseId: turn?.answer()?.responseId ?? null,
      requestedAt: turn?.requestedAt?.() ?? idsAndClock.now(),
      acceptsOnArrival: false,
    },
    { nodeId: id, version, suggestions },
  );
  if (proposalId === undefined) return;
  const inverse = { ...NO_INVERSE, proposals: [proposalId] };
  turn?.onProposed?.(inverse, treeId);
  view.writes.push({ treeId, inverse, logSeq: null, nodes: 0, continuations: 0 });
}

function editNote(view: CommandView, note: TreeNode, text: string): string {
  const { actor, idsAndClock } = view.context;
  const made = writeAny(view, 'annotate', (after) => {
    const content = editedContent(view, note, text);
    after.add(reviseNote(after.tree, after.path, note.id, content, actor, idsAndClock, responseOf(view)));
  });
  if (made === undefined) return `✓ [${note.localId}] has this text already`;
  return `✓ created version [${made.localId}] from [${note.localId}]`;
}

/**
 * The answer that the text is in, and where (`Seam.ranges`); undefined for what a person typed.
 * @param from where in the text it begins; null if it is all of it
 * @param breaks line breaks that the program added before and after it
 */
export function responseOf(
  { context, ranges }: CommandView,
  from: number | null = null,
  breaks: { readonly before: number; readonly after: number } = { before: 0, after: 0 },
): ResponseDetails | undefined {
  const answer = context.turn?.answer() ?? null;
  if (answer === null) return undefined;
  return {
    ...answer,
    nodeId: context.idsAndClock.newId() as NodeId,
    choiceIndex: 0,
    seam: {
      promptTrimmed: 0,
      answerTrimmed: 0,
      ranges: from === null ? ranges : rangesAt(ranges, from),
      ...(breaks.before > 0 ? { breaksAdded: breaks.before } : {}),
      ...(breaks.after > 0 ? { breaksAddedAfter: breaks.after } : {}),
    },
  };
}

/** The ranges, with where each begins in a text that has them one after the other. */
function rangesAt(ranges: readonly TextRange[], from: number): readonly SeamRange[] {
  let at = from;
  return ranges.map((range) => {
    const placed = { ...range, at };
    at += range.to - range.from;
    return placed;
  });
}

function spannedTextOf({ content, spans }: NodeContent): SpannedText {
  return { text: textOf(content), spans };
}

function contentOf(view: CommandView, given: string): NodeContent {
  const text = normaliseText(given);
  return { content: { type: 'text', text }, spans: wholeSpans(view.context.actor.id, text.length) };
}

/** What is left of the old text keeps its authors. */
function editedContent(view: CommandView, { id }: TreeNode, given: string): NodeContent {
  const { actor } = view.context;
  const text = normaliseText(given);
  const { content, spans } = view.views.tree.getContent(id);
  const isOwn = spans.every(({ agent }) => agent === actor.id);
  const authors: Spans = isOwn
    ? wholeSpans(actor.id, text.length)
    : inferSpans({ text: textOf(content), spans }, text, actor.id);
  return { content: { type: 'text', text }, spans: authors };
}

function write(view: CommandView, kind: LogKind, act: Act): TreeNode {
  const made = writeAny(view, kind, act);
  assert(made !== undefined, 'what was written is a node');
  return made;
}

function writeAny(view: CommandView, kind: LogKind, act: Act): TreeNode | undefined {
  return view.write(kind, act).nodes[0];
}
