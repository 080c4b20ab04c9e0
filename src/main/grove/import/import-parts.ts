/** Writes a text, given in parts, as a new tree with one path. */
import { type AgentId, firstNodeAt } from '../../../core/ids.ts';
import type { SpannedText } from '../../../core/text/span.ts';
import type { IdsAndClock } from '../../../core/tree/ids-and-clock.ts';
import type { LoomTree } from '../../../core/tree/loom-tree.ts';
import { createMemoryPath, createMemoryTree } from '../../../core/tree/memory-tree.ts';
import type { Author } from '../../../core/tree/new-node.ts';
import { continueFrom } from '../../../core/tree/operations.ts';
import type { TreeChange } from '../../../core/tree/tree-change.ts';
import type { Store } from '../../store/connection/store.ts';
import { getNode } from '../../store/tables/nodes.ts';
import { writeChange } from '../../store/tables/write-change.ts';
import { sqlTree } from '../../store/tree/sql-tree.ts';
import { beginImport, finishImport, type NewTreeProperties } from './imported-tree.ts';

/** Length of text that one transaction writes, so that other work can run between two. UTF-16 code units. */
const BATCH_LENGTH = 200_000;

/**
 * Writes each part as a node of the author's, with the writer's caret at the beginning. Each step is one transaction and yields the
 * written share, from 0 to 1; between steps the caller may stop. Until the last step the tree is archived and its
 * description says that it is incomplete, so that a cancelled or interrupted import is not mistaken for the text.
 * @throws {AspenError} what the store throws
 */
export function* importParts(
  store: Store,
  properties: NewTreeProperties,
  parts: readonly SpannedText[],
  author: Author,
  writerId: AgentId,
  idsAndClock: IdsAndClock,
): Generator<number, LoomTree> {
  const inserted = beginImport(store, properties, writerId, idsAndClock);
  for (const [change, share] of batchesOf(store, inserted, parts, author, idsAndClock)) {
    store.transact((tx) => {
      writeChange(tx, inserted.id, writerId, change, 'import');
    });
    yield share;
  }
  return finishImport(store, inserted.id, writerId);
}

/** The nodes in order, several per change, each with the share written after it. */
function* batchesOf(
  store: Store,
  inserted: LoomTree,
  parts: readonly SpannedText[],
  author: Author,
  idsAndClock: IdsAndClock,
): Generator<readonly [TreeChange, number]> {
  const rootId = firstNodeAt(inserted.rootPositionId);
  const root = { ...getNode(store, rootId), ...sqlTree(store, inserted.id).getContent(rootId) };
  const tree = createMemoryTree(inserted);
  const path = createMemoryPath(inserted.rootPositionId);
  tree.add({ nodes: [root], edges: [], metadata: [] });
  let changes: TreeChange[] = [];
  let length = 0;
  for (const [index, { text, spans }] of parts.entries()) {
    const content = { content: { type: 'text', text }, spans } as const;
    const change = continueFrom(tree, path, path.head, content, author, idsAndClock);
    tree.add(change);
    path.add(change.path);
    changes.push(change);
    length += text.length;
    if (length < BATCH_LENGTH && index < parts.length - 1) continue;
    yield [mergeChanges(changes), (index + 1) / parts.length];
    changes = [];
    length = 0;
  }
}

function mergeChanges(changes: readonly TreeChange[]): TreeChange {
  const head = changes.at(-1)?.path.head;
  return {
    nodes: changes.flatMap(({ nodes }) => nodes),
    edges: changes.flatMap(({ edges }) => edges),
    metadata: [],
    path: {
      ...(head === undefined ? {} : { head }),
      selected: changes.flatMap(({ path }) => path.selected),
      lastChild: changes.flatMap(({ path }) => path.lastChild),
    },
  };
}
