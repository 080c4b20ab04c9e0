/** Imports a text as a new tree. */
import { divideText } from '../../../core/exchange/divide-text.ts';
import type { AgentId, TreeId } from '../../../core/ids.ts';
import { firstNodeAt } from '../../../core/ids.ts';
import { wholeSpans } from '../../../core/text/span.ts';
import type { IdsAndClock } from '../../../core/tree/ids-and-clock.ts';
import type { LoomTree } from '../../../core/tree/loom-tree.ts';
import { createMemoryPath, createMemoryTree } from '../../../core/tree/memory-tree.ts';
import { continueFrom } from '../../../core/tree/operations.ts';
import type { TreeChange } from '../../../core/tree/tree-change.ts';
import { IMPORT_UNFINISHED, IMPORTED_TEXT } from '../../../ui-text/copies.ts';
import type { FileTransaction } from '../../store/connection/file-transaction.ts';
import type { Store } from '../../store/connection/store.ts';
import { getNode } from '../../store/tables/nodes.ts';
import { saveCaret } from '../../store/tables/path-state.ts';
import { getTree, updateTree } from '../../store/tables/trees.ts';
import { writeChange } from '../../store/tables/write-change.ts';
import { sqlTree } from '../../store/tree/sql-tree.ts';
import { insertTree } from '../writing/insert-tree.ts';

export interface TextToImport {
  /** The tree's title if the text has no heading. */
  readonly name: string;
  /** Normalised. */
  readonly text: string;
}

/** How much text one transaction writes, so that other work can run between two. UTF-16 code units. */
const BATCH_LENGTH = 200_000;

/** The maximum length of a title, in UTF-16 code units. */
const MAX_TITLE = 200;

/**
 * Writes a text as a tree with one path, by the writer, with the caret at the beginning. Each step is one
 * transaction and yields the written share, from 0 to 1; between steps the caller may stop. Until the last
 * step the tree is archived and its description says that it is incomplete, so that a cancelled or
 * interrupted import is not mistaken for the text.
 * @throws {AspenError} what the store throws
 */
export function* importText(
  store: Store,
  { name, text }: TextToImport,
  writerId: AgentId,
  idsAndClock: IdsAndClock,
): Generator<number, LoomTree> {
  const { parts, heading } = divideText(text);
  const title = shortenTitle(heading ?? name);
  const inserted = store.transact((tx) => {
    const tree = insertTree(tx, title, writerId, idsAndClock);
    return changeTree(tx, tree.id, writerId, {
      archivedAt: idsAndClock.now(),
      description: IMPORT_UNFINISHED,
    });
  });
  for (const [change, share] of batchesOf(store, inserted, parts, writerId, idsAndClock)) {
    store.transact((tx) => {
      writeChange(tx, inserted.id, writerId, change, 'import');
    });
    yield share;
  }
  return store.transact((tx) => {
    saveCaret(tx, inserted.id, writerId, { anchor: 0, head: 0, scroll: 0 });
    return changeTree(tx, inserted.id, writerId, { archivedAt: null, description: null });
  });
}

function changeTree(
  tx: FileTransaction,
  treeId: TreeId,
  by: AgentId,
  how: Pick<LoomTree, 'archivedAt' | 'description'>,
): LoomTree {
  const tree = { ...getTree(tx, treeId), ...how };
  updateTree(tx, by, tree);
  return tree;
}

function shortenTitle(title: string): string {
  const line = title.replace(/\s+/gu, ' ').trim();
  if (line.length <= MAX_TITLE) return line === '' ? IMPORTED_TEXT : line;
  return `${line.slice(0, MAX_TITLE - 1).toWellFormed()}…`;
}

/** The nodes in order, several per change, each with the share written after it. */
function* batchesOf(
  store: Store,
  inserted: LoomTree,
  parts: readonly string[],
  writerId: AgentId,
  idsAndClock: IdsAndClock,
): Generator<readonly [TreeChange, number]> {
  const author = { id: writerId, type: 'human' } as const;
  const rootId = firstNodeAt(inserted.rootPositionId);
  const root = { ...getNode(store, rootId), ...sqlTree(store, inserted.id).getContent(rootId) };
  const tree = createMemoryTree(inserted);
  const path = createMemoryPath(inserted.rootPositionId);
  tree.add({ nodes: [root], edges: [], metadata: [] });
  let changes: TreeChange[] = [];
  let length = 0;
  for (const [index, text] of parts.entries()) {
    const content = { content: { type: 'text', text }, spans: wholeSpans(writerId, text.length) } as const;
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
