import Database, { type Database as Connection } from 'better-sqlite3';
import type { AgentId, GroveId, PositionId } from '../../../src/core/ids.ts';
import type { LoomTree } from '../../../src/core/tree/loom-tree.ts';
import type { IdsAndClock } from '../../../src/core/tree/new-node.ts';
import type { WholeNode } from '../../../src/core/tree/tree-node.ts';
import { ChangeFeed } from '../../../src/main/grove/change-feed.ts';
import { TreeSession } from '../../../src/main/grove/writing/tree-session.ts';
import { TreeTransactions } from '../../../src/main/grove/writing/tree-transactions.ts';
import { createIdFactory } from '../../../src/main/id-factory.ts';
import { applySettings } from '../../../src/main/store/connection/connection-settings.ts';
import { openFile } from '../../../src/main/store/connection/open-file.ts';
import type { Store } from '../../../src/main/store/connection/store.ts';
import { addAgent } from '../../../src/main/store/tables/agents.ts';
import { writeChange } from '../../../src/main/store/tables/write-change.ts';
import { agentOf, edgeInto, MIGRATIONS, newNode, plantTree } from '../../helpers/grove.ts';
import { draftJournal } from '../../helpers/journal.ts';

/** The same clock, ids and hashes as in main. */
export function realIdsAndClock(after?: string): IdsAndClock {
  return {
    now: Date.now,
    newId: createIdFactory({ now: Date.now, after }),
  };
}

/** A grove with one tree, for one bench. */
export interface ScratchGrove {
  readonly store: Store;
  readonly idsAndClock: IdsAndClock;
  readonly tree: LoomTree;
  readonly writer: AgentId;
  /** Adds a chain of nodes after `parent` in one transaction and moves the head to the last, unless `follow` is false. */
  addChain(parent: PositionId, count: number, options?: { readonly follow?: boolean }): readonly WholeNode[];
  /** Adds siblings after `parent` without changing the path. */
  addSiblings(parent: PositionId, count: number): readonly WholeNode[];
  /** Opens a session of the writer in the tree, as a window does; `keepsHistory` is true if absent. */
  openSession(feed?: ChangeFeed, keepsHistory?: boolean): TreeSession;
}

/** A unique text of about 300 characters, so that no equal version exists. */
export function textOfNode(index: number): string {
  const words = `The ferry left at ${index} past the hour, and nobody on the landing said what they had come to say. `;
  return words.repeat(3);
}

/** Makes a grove at a new path. */
export function makeScratchGrove(path: string): ScratchGrove {
  const idsAndClock = realIdsAndClock();
  const store = openFile(path, {
    migrations: MIGRATIONS,
    now: idsAndClock.now,
    create: { id: idsAndClock.newId() as GroveId, name: 'Bench' },
  });
  const human = agentOf(idsAndClock, 'human', 'Writer');
  const tree = store.transact((tx) => {
    addAgent(tx, human);
    return plantTree(tx, idsAndClock, human.id);
  });
  let texts = 0;
  const nodes = (count: number) =>
    Array.from({ length: count }, () =>
      newNode(idsAndClock, { treeId: tree.id, authorId: human.id, text: textOfNode(texts++) }),
    );
  return {
    store,
    idsAndClock,
    tree,
    writer: human.id,
    addChain(parent, count, { follow = true } = {}) {
      const chain = nodes(count);
      const parentAt = (at: number) => chain[at - 1]?.positionId ?? parent;
      const last = chain.at(-1);
      const path = {
        ...(last === undefined ? {} : { head: last.positionId }),
        selected: chain.map((node) => ({ position: node.positionId, version: node.id })),
        lastChild: chain.map((node, at) => ({ position: parentAt(at), child: node.positionId })),
      };
      store.transact((tx) => {
        const edges = chain.map((node, at) => edgeInto(idsAndClock, node, parentAt(at)));
        const change = { nodes: chain, edges, metadata: [], path: follow ? path : NO_PATH };
        writeChange(tx, tree.id, human.id, change, 'commit');
      });
      return chain;
    },
    addSiblings(parent, count) {
      const children = nodes(count);
      store.transact((tx) => {
        const edges = children.map((node) => edgeInto(idsAndClock, node, parent));
        const change = { nodes: children, edges, metadata: [], path: NO_PATH };
        writeChange(tx, tree.id, human.id, change, 'commit');
      });
      return children;
    },
    openSession: (feed = new ChangeFeed(), keepsHistory = true) =>
      new TreeSession({
        store,
        treeId: tree.id,
        author: { id: human.id, type: 'human' },
        transactions: new TreeTransactions(store, feed, keepsHistory),
        idsAndClock,
        journal: draftJournal({ treeId: tree.id, agentId: human.id }),
        onSaveState: () => {},
      }),
  };
}

const NO_PATH = { selected: [], lastChild: [] } as const;

/** A connection with the program's settings and nothing else. */
export function connectRaw(path: string, { readonly = false } = {}): Connection {
  const database = new Database(path, { readonly, fileMustExist: true });
  applySettings(database, readonly);
  return database;
}
