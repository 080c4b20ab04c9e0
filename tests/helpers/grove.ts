import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { onTestFinished } from 'vitest';
import { sha256 } from '#sha256';
import {
  type AgentId,
  type EdgeId,
  firstNodeAt,
  type GroveId,
  type LocalId,
  type NodeId,
  type PositionId,
  positionOpenedBy,
  type Sha256,
  type TreeId,
} from '../../src/core/ids.ts';
import type { LogKind } from '../../src/core/provenance/log-hash.ts';
import type { Spans } from '../../src/core/text/span.ts';
import type { Agent } from '../../src/core/tree/agent.ts';
import type { LoomTree, TreeMode } from '../../src/core/tree/loom-tree.ts';
import type { IdsAndClock } from '../../src/core/tree/new-node.ts';
import { DEFAULT_METADATA } from '../../src/core/tree/position-metadata.ts';
import { NO_PATH_CHANGE, type TreeChange } from '../../src/core/tree/tree-change.ts';
import { type EdgeType, type Hyperedge, textOf, type WholeNode } from '../../src/core/tree/tree-node.ts';
import type { FileTransaction } from '../../src/main/store/connection/file-transaction.ts';
import { type OpenOptions, openFile } from '../../src/main/store/connection/open-file.ts';
import { defineQuery, NONE, type Reader } from '../../src/main/store/connection/query.ts';
import type { ResolvedFile } from '../../src/main/store/connection/resolve-file.ts';
import type { Store } from '../../src/main/store/connection/store.ts';
import { addAgent } from '../../src/main/store/tables/agents.ts';
import { tablesWhere } from '../../src/main/store/tables/table-list.ts';
import { createTree } from '../../src/main/store/tables/trees.ts';
import { writeChange } from '../../src/main/store/tables/write-change.ts';
import { countingIdsAndClock } from './ids-and-clock.ts';

export { countingIdsAndClock };

export const MIGRATIONS = join(import.meta.dirname, '../../migrations');

/** The digest of a file's bytes. No connection may have the file open: closing it after reading drops SQLite's locks. */
export function digestOf(path: string): Sha256 {
  return sha256(readFileSync(path));
}

/** A folder that is deleted when the test ends. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'aspen-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

export interface GroveOptions extends Partial<OpenOptions> {
  readonly idsAndClock?: IdsAndClock;
  /** Of the planted tree; `buffer` if absent. */
  readonly mode?: TreeMode;
}

/** Opens a file as the program does, and closes it when the test ends. */
export function openGrove(path: string | ResolvedFile, options: GroveOptions = {}): Store {
  const { idsAndClock = countingIdsAndClock(), mode: _, ...rest } = options;
  const store = openFile(path, {
    migrations: MIGRATIONS,
    now: idsAndClock.now,
    ...rest,
  });
  onTestFinished(() => {
    if (store.isOpen) store.close();
  });
  return store;
}

/** A new grove in its own file. */
export function createGrove(options: GroveOptions = {}): Store {
  const { idsAndClock = countingIdsAndClock() } = options;
  const path = join(temporaryFolder(), 'test.aspen');
  return openGrove(path, {
    ...options,
    idsAndClock,
    create: { id: idsAndClock.newId() as GroveId, name: 'Test' },
  });
}

/** A grove with a tree, a writer and a model, and shorthands for writing what an operation would. */
export interface PlantedGrove {
  readonly store: Store;
  readonly idsAndClock: IdsAndClock;
  readonly tree: LoomTree;
  readonly root: PositionId;
  readonly human: AgentId;
  readonly model: AgentId;
  write(change: Partial<TreeChange>, kind?: LogKind): void;
  /** Adds a node at a new position after `parent`, with the path to it. */
  continue(parent: PositionId, text: string, options?: NodeOptions): WholeNode;
  /** Adds another version at a node's position. */
  revise(node: WholeNode, text: string, options?: NodeOptions): WholeNode;
  /** Adds a node at a new sibling position. */
  branch(node: WholeNode, text: string, options?: NodeOptions): WholeNode;
  /** Adds a chain of nodes after `parent` with these texts, in one transaction; the path leads to the last. */
  chain(parent: PositionId, texts: readonly string[]): readonly WholeNode[];
}

export interface NodeOptions extends Partial<Omit<WholeNode, 'id' | 'positionId'>> {
  readonly text?: string;
  readonly origin?: NodeId;
  readonly edgeType?: EdgeType;
  /** The writer's path follows; default true. */
  readonly follow?: boolean;
}

export function agentOf(idsAndClock: IdsAndClock, type: Agent['type'], name: string): Agent {
  const now = idsAndClock.now();
  return {
    id: idsAndClock.newId() as AgentId,
    name,
    type,
    modelRef: type === 'model' ? 'offline:aspen' : null,
    configuration: {},
    permissions: {},
    color: type === 'model' ? 'blue' : null,
    createdAt: now,
    updatedAt: now,
    archivedAt: null,
  };
}

export function spansOf(text: string, agent: AgentId): Spans {
  return text.length === 0 ? [] : [{ agent, length: text.length }];
}

export function plantGrove(options: GroveOptions = {}): PlantedGrove {
  const { idsAndClock = countingIdsAndClock() } = options;
  const store = createGrove({ ...options, idsAndClock });
  const human = agentOf(idsAndClock, 'human', 'Writer');
  const model = agentOf(idsAndClock, 'model', 'Aspen');
  const tree = store.transact((tx) => {
    addAgent(tx, human);
    addAgent(tx, model, human.id);
    return plantTree(tx, idsAndClock, human.id, options.mode);
  });
  return {
    store,
    idsAndClock,
    tree,
    root: tree.rootPositionId,
    human: human.id,
    model: model.id,
    ...growing(store, idsAndClock, tree, human.id),
  };
}

/** Writes an empty tree; the agent is at its root. */
export function plantTree(
  tx: FileTransaction,
  idsAndClock: IdsAndClock,
  agent: AgentId,
  mode: TreeMode = 'buffer',
): LoomTree {
  const root = newNode(idsAndClock, { treeId: idsAndClock.newId() as TreeId, authorId: agent, text: '' });
  const now = idsAndClock.now();
  const tree: LoomTree = {
    id: root.treeId,
    title: 'A tree',
    description: null,
    summary: null,
    rootPositionId: root.positionId,
    mode,
    kind: 'story',
    topicTreeId: null,
    systemContext: null,
    settings: {},
    createdAt: now,
    updatedAt: now,
    archivedAt: null,
  };
  createTree(tx, agent, tree, root);
  return tree;
}

export function newNode(
  idsAndClock: IdsAndClock,
  options: NodeOptions & {
    readonly treeId: TreeId;
    readonly authorId: AgentId;
    readonly positionId?: PositionId;
  },
): WholeNode {
  const { text = '', origin: _, edgeType: __, follow: ___, ...given } = options;
  const id = idsAndClock.newId() as NodeId;
  const content = given.content ?? { type: 'text', text };
  return {
    ...DEFAULT_METADATA,
    id,
    localId: id.slice(-6).toLowerCase() as LocalId,
    positionId: positionOpenedBy(id),
    editedFrom: null,
    splitAt: null,
    offered: false,
    authorType: 'human',
    contentType: content.type,
    contentHash: sha256(`${id} ${text}`),
    responseId: null,
    choiceIndex: null,
    seam: null,
    finishReason: null,
    createdAt: idsAndClock.now(),
    summary: null,
    spans: spansOf(textOf(content), given.authorId),
    ...given,
    content,
  };
}

export function edgeInto(
  idsAndClock: IdsAndClock,
  node: WholeNode,
  parent: PositionId,
  options: NodeOptions = {},
): Hyperedge {
  return {
    id: idsAndClock.newId() as EdgeId,
    treeId: node.treeId,
    targetId: node.id,
    type: options.edgeType ?? 'continuation',
    sources: [{ role: 'primary', positionId: parent, originId: options.origin ?? firstNodeAt(parent) }],
    createdAt: node.createdAt,
  };
}

function growing(
  store: Store,
  idsAndClock: IdsAndClock,
  tree: LoomTree,
  human: AgentId,
): Pick<PlantedGrove, 'write' | 'continue' | 'revise' | 'branch' | 'chain'> {
  const parents = new Map<PositionId, PositionId>();
  const write = (change: Partial<TreeChange>, kind: LogKind = 'commit') => {
    store.transact((tx) => {
      const whole = { nodes: [], edges: [], metadata: [], path: NO_PATH_CHANGE, ...change };
      writeChange(tx, tree.id, human, whole, kind);
    });
  };
  const pathTo = (node: WholeNode, parent: PositionId): TreeChange['path'] => ({
    head: node.positionId,
    selected: [{ position: node.positionId, version: node.id }],
    lastChild: [{ position: parent, child: node.positionId }],
  });
  const add = (node: WholeNode, parent: PositionId, path: TreeChange['path'], options: NodeOptions) => {
    parents.set(node.positionId, parent);
    write({
      nodes: [node],
      edges: [edgeInto(idsAndClock, node, parent, options)],
      path: options.follow === false ? NO_PATH_CHANGE : path,
    });
    return node;
  };
  const parentOf = (node: WholeNode) => parents.get(node.positionId) ?? tree.rootPositionId;
  const made = (text: string, options: NodeOptions) =>
    newNode(idsAndClock, { treeId: tree.id, authorId: human, ...options, text });
  return {
    write,
    continue(parent, text, options = {}) {
      const node = made(text, options);
      return add(node, parent, pathTo(node, parent), options);
    },
    revise(node, text, options = {}) {
      const version: WholeNode = {
        ...made(text, { editedFrom: node.id, ...options }),
        positionId: node.positionId,
      };
      const selected = [{ position: version.positionId, version: version.id }];
      return add(version, parentOf(node), { selected, lastChild: [] }, options);
    },
    branch(node, text, options = {}) {
      const beside = made(text, { editedFrom: node.id, ...options });
      return add(beside, parentOf(node), pathTo(beside, parentOf(node)), options);
    },
    chain(parent, texts) {
      const nodes = texts.map((text) => made(text, {}));
      const parentAt = (at: number) => nodes[at - 1]?.positionId ?? parent;
      for (const [at, node] of nodes.entries()) parents.set(node.positionId, parentAt(at));
      const last = nodes.at(-1);
      write({
        nodes,
        edges: nodes.map((node, at) => edgeInto(idsAndClock, node, parentAt(at))),
        path: {
          ...(last === undefined ? {} : { head: last.positionId }),
          selected: nodes.map((node) => ({ position: node.positionId, version: node.id })),
          lastChild: nodes.map((node, at) => ({ position: parentAt(at), child: node.positionId })),
        },
      });
      return nodes;
    },
  };
}

const TABLES = tablesWhere(({ isDerived }) => !isDerived);

const dumps = TABLES.map((table) =>
  defineQuery(`test.dump.${table}`, () => sql<unknown>`select * from ${sql.table(table)} order by 1, 2`),
);

/** Every row of every table, for comparison. */
export function dumpGrove(reader: Reader): Readonly<Record<string, readonly unknown[]>> {
  return Object.fromEntries(dumps.map((query, at) => [TABLES[at], reader.all(query, NONE)]));
}

/** Number of rows each table has gained since `before`, for tables that gained any. */
export function rowsGained(
  before: ReturnType<typeof dumpGrove>,
  after: ReturnType<typeof dumpGrove>,
): Readonly<Record<string, number>> {
  const gained = TABLES.map(
    (table) => [table, (after[table]?.length ?? 0) - (before[table]?.length ?? 0)] as const,
  );
  return Object.fromEntries(gained.filter(([, count]) => count !== 0));
}
