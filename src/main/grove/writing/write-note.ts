/** Notes on nodes: written, written anew, taken away and brought back. A draft stays a draft. */
import { assert } from '../../../core/assert.ts';
import { AspenError } from '../../../core/errors.ts';
import type { AgentId, NodeId, PositionId, TreeId } from '../../../core/ids.ts';
import { inferSpans } from '../../../core/text/diff.ts';
import { normaliseText } from '../../../core/text/normalise.ts';
import { wholeSpans } from '../../../core/text/span.ts';
import { annotate, removeNote, restoreNote, reviseNote } from '../../../core/tree/annotate.ts';
import type { IdsAndClock } from '../../../core/tree/ids-and-clock.ts';
import { primarySourceOf } from '../../../core/tree/tree-layer.ts';
import { type NodeContent, textOf } from '../../../core/tree/tree-node.ts';
import type { TreeView } from '../../../core/tree/tree-view.ts';
import type { AnnotationSummary } from '../../../ipc/wire/node.ts';
import type { Store } from '../../store/connection/store.ts';
import { listAnnotations } from '../../store/tables/annotations.ts';
import { writeChange } from '../../store/tables/write-change.ts';
import { sqlTree, sqlViews } from '../../store/tree/sql-tree.ts';
import { annotationSummary } from '../reading/node-reader.ts';

export interface NoteOptions {
  readonly store: Store;
  readonly treeId: TreeId;
  readonly writerId: AgentId;
  readonly idsAndClock: IdsAndClock;
}

/** A note as it stands after it was written, and the position it is on. */
export interface WrittenNote {
  readonly note: AnnotationSummary;
  readonly on: PositionId;
}

/** Writes a note on a node. @throws {AspenError} NOT_FOUND; INVALID_ARGUMENT where there is nothing in it */
export function writeNote(options: NoteOptions, nodeId: NodeId, text: string): WrittenNote {
  const { store, treeId, writerId, idsAndClock } = options;
  const content = contentOf(text, writerId);
  const [node] = store.transact((tx) => {
    const change = annotate(
      sqlTree(tx, treeId),
      nodeId,
      content,
      { id: writerId, type: 'human' },
      idsAndClock,
    );
    writeChange(tx, treeId, writerId, change, 'annotate');
    return change.nodes;
  });
  assert(node !== undefined, 'a note is a node');
  return readNote(options, node.id);
}

/** Writes another version of a note. @throws {AspenError} NOT_FOUND; INVALID_ARGUMENT where it is no note, or empty */
export function rewriteNote(options: NoteOptions, noteId: NodeId, text: string): WrittenNote {
  const { store, treeId, writerId, idsAndClock } = options;
  const said = contentOf(text, writerId);
  const written = store.transact((tx) => {
    const { tree, path } = sqlViews(tx, treeId, writerId);
    const content = withHands(tree, noteId, said, writerId);
    const change = reviseNote(tree, path, noteId, content, { id: writerId, type: 'human' }, idsAndClock);
    writeChange(tx, treeId, writerId, change, 'annotate');
    return change.nodes[0]?.id ?? noteId;
  });
  return readNote(options, written);
}

/** Takes a note away, or brings it back. @throws {AspenError} NOT_FOUND; INVALID_ARGUMENT where it is no note */
export function keepNote(options: NoteOptions, noteId: NodeId, kept: boolean): WrittenNote {
  const { store, treeId, writerId } = options;
  store.transact((tx) => {
    const { tree, path } = sqlViews(tx, treeId, writerId);
    const change = kept ? restoreNote(tree, noteId) : removeNote(tree, path, noteId);
    writeChange(tx, treeId, writerId, change, 'metadata');
  });
  return readNote(options, noteId);
}

function contentOf(given: string, writerId: AgentId): NodeContent {
  const text = normaliseText(given);
  if (text.trim() === '') throw new AspenError('INVALID_ARGUMENT', 'there is nothing in the note');
  return { content: { type: 'text', text }, spans: wholeSpans(writerId, text.length) };
}

/** What stays of another's note stays theirs: the field it is edited in tracks nothing, so a comparison decides. */
function withHands(tree: TreeView, noteId: NodeId, said: NodeContent, writerId: AgentId): NodeContent {
  const positionId = tree.findNode(noteId)?.positionId;
  const newest = positionId === undefined ? undefined : tree.versionsAt(positionId).at(-1);
  if (newest === undefined) return said;
  const { content, spans } = tree.getContent(newest.id);
  if (spans.every(({ agent }) => agent === writerId)) return said;
  const old = { text: textOf(content), spans };
  return { ...said, spans: inferSpans(old, textOf(said.content), writerId) };
}

function readNote({ store, treeId }: NoteOptions, noteId: NodeId): WrittenNote {
  const tree = sqlTree(store, treeId);
  const edge = tree.findEdgeInto(noteId);
  const on = edge && primarySourceOf(edge)?.positionId;
  assert(on !== undefined, `note ${noteId} is on nothing`);
  const positionId = tree.findNode(noteId)?.positionId;
  const found = listAnnotations(store, treeId, on).find(({ node }) => node.positionId === positionId);
  assert(found !== undefined, `note ${noteId} is not among the notes of ${on}`);
  return { note: annotationSummary(found), on };
}
