/** The tools that write a text: `respond`, `annotate`, `edit` (`agents.md`, *Commands*). No path moves. */
import { annotatePhrase } from '../../../core/anchors/anchor.ts';
import { assert } from '../../../core/assert.ts';
import type { WriteCommand } from '../../../core/commands/command.ts';
import type { NodeId } from '../../../core/ids.ts';
import type { LogKind } from '../../../core/provenance/log-hash.ts';
import { inferSpans } from '../../../core/text/diff.ts';
import { normaliseText } from '../../../core/text/normalise.ts';
import { type Spans, type TextRange, wholeSpans } from '../../../core/text/span.ts';
import { annotate, reviseNote } from '../../../core/tree/annotate.ts';
import { ofResponse, type ResponseDetails } from '../../../core/tree/new-node.ts';
import { addContinuation, offerEdit } from '../../../core/tree/operations.ts';
import { type NodeContent, type SeamRange, type TreeNode, textOf } from '../../../core/tree/tree-node.ts';
import type { Act } from '../writing/tree-transactions.ts';
import { CommandRefusal } from './command-refusal.ts';
import type { CommandView } from './command-view.ts';
import { editInWords, type OfferedVersion, offerVersion, suggestVersions } from './offer-version.ts';

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
  if (view.views.tree.tree.mode === 'dialogue') return editMessage(view, node, command.content);
  const text = textOf(view.views.tree.getContent(node.id).content);
  const splice = { from: 0, to: text.length, insert: normaliseText(command.content) };
  const words = editInWords(view, view.context.treeId, node, splice);
  const offered: OfferedVersion[] = [];
  const made = writeAny(view, 'commit', (after) => {
    offered.push(offerVersion(view, after, after.path, words, ofResponse(responseOf(view))));
  });
  if (made === undefined) return `✓ [${(offered[0]?.node ?? node).localId}] has this text already`;
  suggestVersions(view, view.context.treeId, offered, command.content);
  return `✓ created version [${made.localId}] from [${node.localId}]\n  downstream nodes preserved via hyperedge`;
}

function editMessage(view: CommandView, message: TreeNode, text: string): string {
  const { actor, idsAndClock } = view.context;
  let equal = message;
  const made = writeAny(view, 'branch-edit', (after) => {
    const content = editedContent(view, message, text);
    const from = ofResponse(responseOf(view));
    const { node, change } = offerEdit(after.tree, after.path, message.id, content, actor, idsAndClock, from);
    if (change === null) equal = node;
    else after.add(change);
  });
  if (made === undefined) return `✓ [${equal.localId}] has this text already`;
  return `✓ created branch [${made.localId}] from [${message.localId}]\n  conversation continues from edit point`;
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

function contentOf(view: CommandView, given: string): NodeContent {
  const text = normaliseText(given);
  return { content: { type: 'text', text }, spans: wholeSpans(view.context.actor.id, text.length) };
}

/** The remains of the old text keep their authors. */
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
