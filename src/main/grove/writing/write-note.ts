/** Writing, revising, removing and restoring notes on nodes. Drafts are not committed. */
import { annotatePhrase, type Phrase } from '../../../core/anchors/anchor.ts';
import { assert } from '../../../core/assert.ts';
import { AspenError } from '../../../core/errors.ts';
import type { AgentId, NodeId } from '../../../core/ids.ts';
import { inferSpans } from '../../../core/text/diff.ts';
import { normaliseText } from '../../../core/text/normalise.ts';
import { wholeSpans } from '../../../core/text/span.ts';
import { annotate, removeNote, restoreNote, reviseNote } from '../../../core/tree/annotate.ts';
import type { Overlay } from '../../../core/tree/overlay.ts';
import { primarySourceOf } from '../../../core/tree/tree-layer.ts';
import { type NodeContent, textOf } from '../../../core/tree/tree-node.ts';
import type { TreeView } from '../../../core/tree/tree-view.ts';
import type { AnnotationSummary } from '../../../ipc/wire/node.ts';
import { NOTE_IS_BLANK } from '../../../ui-text/refusals.ts';
import type { Reader } from '../../store/connection/query.ts';
import { listAnnotations } from '../../store/tables/marks/annotations.ts';
import { findNode } from '../../store/tables/nodes.ts';
import { sqlTree } from '../../store/tree/sql-tree.ts';
import { annotationSummary } from '../reading/node-reader.ts';
import type { WritableTree } from './tree-transactions.ts';

/**
 * Writes a note on a node, or on a phrase of its text.
 * @throws {AspenError} NOT_FOUND; INVALID_ARGUMENT if it is blank, or the phrase is
 */
export function writeNote(
  options: WritableTree,
  nodeId: NodeId,
  text: string,
  phrase: Omit<Phrase, 'nodeId'> | null,
): AnnotationSummary {
  const { treeId, author, transactions, idsAndClock } = options;
  const content = contentOf(text, author.id);
  const { nodes } = transactions.run({ tree: treeId, author, kind: 'annotate' }, (after) => {
    if (phrase === null) after.add(annotate(after.tree, nodeId, content, author, idsAndClock));
    else after.add(annotatePhrase(after.tree, { nodeId, ...phrase }, content, author, idsAndClock));
  });
  const [node] = nodes;
  assert(node !== undefined, 'a note is a node');
  return readNote(options, node.id);
}

/** An instruction for a reply, and the note that keeps it. */
export interface KeptInstruction {
  readonly noteId: NodeId;
  readonly text: string;
}

/**
 * Keeps an instruction as a note on the message that is replied to; one that is there already is not written twice.
 * @param after the tree with what is written together with the note, perhaps the message itself
 * @throws {AspenError} as `writeNote`
 */
export function keepInstruction(
  after: Overlay,
  reader: Reader,
  nodeId: NodeId,
  instruction: string,
  { treeId, author, idsAndClock }: Pick<WritableTree, 'treeId' | 'author' | 'idsAndClock'>,
): KeptInstruction {
  const text = normaliseText(instruction.trim());
  const message = findNode(reader, nodeId);
  const notes = message === undefined ? [] : listAnnotations(reader, treeId, message.positionId);
  const known = notes
    .map(annotationSummary)
    .find(
      (note) => note.text === text && note.authorId === author.id && !note.removed && note.quote === null,
    );
  if (known !== undefined) return { noteId: known.nodeId, text };
  const change = annotate(after.tree, nodeId, contentOf(text, author.id), author, idsAndClock);
  after.add(change);
  const [note] = change.nodes;
  assert(note !== undefined, 'a note is a node');
  return { noteId: note.id, text };
}

/** Writes another version of a note. @throws {AspenError} NOT_FOUND; INVALID_ARGUMENT if it is not a note, or blank */
export function rewriteNote(options: WritableTree, noteId: NodeId, text: string): AnnotationSummary {
  const { treeId, author, transactions, idsAndClock } = options;
  const newContent = contentOf(text, author.id);
  const { nodes } = transactions.run({ tree: treeId, author, kind: 'annotate' }, (after) => {
    const content = withAuthors(after.tree, noteId, newContent, author.id);
    after.add(reviseNote(after.tree, after.path, noteId, content, author, idsAndClock));
  });
  return readNote(options, nodes[0]?.id ?? noteId);
}

/** Removes or restores a note. @throws {AspenError} NOT_FOUND; INVALID_ARGUMENT if it is not a note */
export function setNoteKept(options: WritableTree, noteId: NodeId, kept: boolean): AnnotationSummary {
  const { treeId, author, transactions } = options;
  transactions.run({ tree: treeId, author, kind: 'metadata' }, (after) =>
    after.add(kept ? restoreNote(after.tree, noteId) : removeNote(after.tree, after.path, noteId)),
  );
  return readNote(options, noteId);
}

function contentOf(given: string, authorId: AgentId): NodeContent {
  const text = normaliseText(given);
  if (text.trim() === '') throw new AspenError('INVALID_ARGUMENT', NOTE_IS_BLANK);
  return { content: { type: 'text', text }, spans: wholeSpans(authorId, text.length) };
}

/**
 * Unchanged text of another author's note stays theirs; a diff decides, since the note's input does not track edits.
 */
function withAuthors(
  tree: TreeView,
  noteId: NodeId,
  newContent: NodeContent,
  authorId: AgentId,
): NodeContent {
  const positionId = tree.findNode(noteId)?.positionId;
  const newest = positionId === undefined ? undefined : tree.versionsAt(positionId).at(-1);
  if (newest === undefined) return newContent;
  const { content, spans } = tree.getContent(newest.id);
  if (spans.every(({ agent }) => agent === authorId)) return newContent;
  const old = { text: textOf(content), spans };
  return { ...newContent, spans: inferSpans(old, textOf(newContent.content), authorId) };
}

function readNote({ store, treeId }: WritableTree, noteId: NodeId): AnnotationSummary {
  const tree = sqlTree(store, treeId);
  const edge = tree.findEdgeInto(noteId);
  const on = edge && primarySourceOf(edge)?.positionId;
  assert(on !== undefined, `note ${noteId} is on nothing`);
  const positionId = tree.findNode(noteId)?.positionId;
  const found = listAnnotations(store, treeId, on).find(({ node }) => node.positionId === positionId);
  assert(found !== undefined, `note ${noteId} is not among the notes of ${on}`);
  return annotationSummary(found);
}
