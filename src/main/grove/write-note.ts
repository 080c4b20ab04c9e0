import { assert } from '../../core/assert.ts';
import { AspenError } from '../../core/errors.ts';
import type { AgentId, NodeId, TreeId } from '../../core/ids.ts';
import { normaliseText } from '../../core/text/normalise.ts';
import { wholeSpans } from '../../core/text/span.ts';
import { annotate } from '../../core/tree/annotate.ts';
import type { Mint } from '../../core/tree/mint.ts';
import type { AnnotationSummary } from '../../ipc/wire.ts';
import { sqlTree } from '../store/sql-tree.ts';
import type { Store } from '../store/store.ts';
import { writeChange } from '../store/write-change.ts';
import { annotationSummary } from './node-reader.ts';

export interface NoteOptions {
  readonly store: Store;
  readonly treeId: TreeId;
  readonly writerId: AgentId;
  readonly mint: Mint;
}

/** Writes a note on a node. @throws {AspenError} NOT_FOUND; INVALID_ARGUMENT where there is nothing in it */
export function writeNote(
  { store, treeId, writerId, mint }: NoteOptions,
  nodeId: NodeId,
  given: string,
): AnnotationSummary {
  const text = normaliseText(given);
  if (text.trim() === '') throw new AspenError('INVALID_ARGUMENT', 'there is nothing in the note');
  const content = { content: { type: 'text', text }, spans: wholeSpans(writerId, text.length) } as const;
  const author = { id: writerId, type: 'human' } as const;
  const [node] = store.transact((writer) => {
    const change = annotate(sqlTree(writer, treeId), nodeId, content, author, mint);
    writeChange(writer, treeId, writerId, change, 'annotate');
    return change.nodes;
  });
  assert(node !== undefined, 'a note is a node');
  return annotationSummary({ node, originId: nodeId });
}
