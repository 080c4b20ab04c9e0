/** A text from outside as a tree of its own. */
import { divideText } from '../../../core/exchange/divide-text.ts';
import type { AgentId, TreeId } from '../../../core/ids.ts';
import { firstNodeAt } from '../../../core/ids.ts';
import { wholeSpans } from '../../../core/text/span.ts';
import type { IdsAndClock } from '../../../core/tree/ids-and-clock.ts';
import type { LoomTree } from '../../../core/tree/loom-tree.ts';
import { createMemoryPath, createMemoryTree } from '../../../core/tree/memory-tree.ts';
import { continueFrom } from '../../../core/tree/operations.ts';
import type { TreeChange } from '../../../core/tree/tree-change.ts';
import type { FileTransaction, Store } from '../../store/connection/store.ts';
import { getNode } from '../../store/tables/nodes.ts';
import { saveCaret } from '../../store/tables/path-state.ts';
import { getTree, updateTree } from '../../store/tables/trees.ts';
import { writeChange } from '../../store/tables/write-change.ts';
import { sqlTree } from '../../store/tree/sql-tree.ts';
import { insertTree } from '../writing/insert-tree.ts';

export interface TextToImport {
  /** What the tree is called where the text has no heading. */
  readonly name: string;
  /** Normalised. */
  readonly text: string;
}

/** One transaction takes so much, so that others get their turn between two. UTF-16 code units. */
const AT_ONCE = 200_000;

/** UTF-16 code units of a title that was a heading. */
const LONGEST_TITLE = 200;

/** What a tree says of itself until all of its text is there: who restores it from the archive must know. */
const UNFINISHED = 'Only the beginning of a text: its import was cut short.';

/**
 * Writes a text as a tree whose one path says it, by the writer; the caret is at its beginning. A step is one
 * transaction and yields the share that is written, from 0 to 1; between two the caller may stop. Until the last the tree
 * is archived and says that it is not whole: one that was stopped, or cut short by a power cut, is taken for no text.
 * @throws {AspenError} what the store throws
 */
export function* importText(
  store: Store,
  { name, text }: TextToImport,
  writerId: AgentId,
  idsAndClock: IdsAndClock,
): Generator<number, LoomTree> {
  const { parts, heading } = divideText(text);
  const title = shortened(heading ?? name);
  const planted = store.transact((tx) => {
    const tree = insertTree(tx, title, writerId, idsAndClock);
    return keep(tx, tree.id, writerId, { archivedAt: idsAndClock.now(), description: UNFINISHED });
  });
  for (const [change, share] of changesOf(store, planted, parts, writerId, idsAndClock)) {
    store.transact((tx) => {
      writeChange(tx, planted.id, writerId, change, 'import');
    });
    yield share;
  }
  return store.transact((tx) => {
    saveCaret(tx, planted.id, writerId, { anchor: 0, head: 0, scroll: 0 });
    return keep(tx, planted.id, writerId, { archivedAt: null, description: null });
  });
}

function keep(
  tx: FileTransaction,
  treeId: TreeId,
  by: AgentId,
  how: Pick<LoomTree, 'archivedAt' | 'description'>,
): LoomTree {
  const tree = { ...getTree(tx, treeId), ...how };
  updateTree(tx, by, tree);
  return tree;
}

function shortened(title: string): string {
  const line = title.replace(/\s+/gu, ' ').trim();
  if (line.length <= LONGEST_TITLE) return line === '' ? 'Imported text' : line;
  return `${line.slice(0, LONGEST_TITLE - 1).toWellFormed()}…`;
}

/** The nodes as they follow one another, several to a change, each with the share that is written with it. */
function* changesOf(
  store: Store,
  planted: LoomTree,
  parts: readonly string[],
  writerId: AgentId,
  idsAndClock: IdsAndClock,
): Generator<readonly [TreeChange, number]> {
  const author = { id: writerId, type: 'human' } as const;
  const rootId = firstNodeAt(planted.rootPositionId);
  const root = { ...getNode(store, rootId), ...sqlTree(store, planted.id).getContent(rootId) };
  const tree = createMemoryTree(planted);
  const path = createMemoryPath(planted.rootPositionId);
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
    if (length < AT_ONCE && index < parts.length - 1) continue;
    yield [joined(changes), (index + 1) / parts.length];
    changes = [];
    length = 0;
  }
}

function joined(changes: readonly TreeChange[]): TreeChange {
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
