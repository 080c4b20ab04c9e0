// `npm run make-grove -- FILE --nodes 100000 --path 10000 …`: makes a grove of a given size and shape, deterministic per seed.
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { AspenError } from '../src/core/errors.ts';
import { type AgentId, firstNodeAt, type GroveId, type PositionId, type TreeId } from '../src/core/ids.ts';
import { type LoggedMetadata, logMetadata } from '../src/core/provenance/logged-node.ts';
import type { Agent } from '../src/core/tree/agent.ts';
import type { IdsAndClock } from '../src/core/tree/new-node.ts';
import { NO_PATH_CHANGE, type TreeChange } from '../src/core/tree/tree-change.ts';
import { offlineAgent } from '../src/main/generation/offline-agent.ts';
import { seededRandom } from '../src/main/generation/text-model/random.ts';
import { insertTree } from '../src/main/grove/writing/tree-commands.ts';
import { openFile } from '../src/main/store/connection/open-file.ts';
import type { Store } from '../src/main/store/connection/store.ts';
import { addAgent } from '../src/main/store/tables/agents.ts';
import { setGroveOwner } from '../src/main/store/tables/grove.ts';
import { getNode } from '../src/main/store/tables/nodes.ts';
import { writeChange } from '../src/main/store/tables/write-change.ts';
import { growTree, type Places } from './make-grove/grow-tree.ts';
import { makeProse } from './make-grove/prose.ts';
import { seededIdsAndClock } from './make-grove/seeded-ids-and-clock.ts';
import { countRoles, type GroveShape, SMALL_SHAPE } from './make-grove/shape.ts';
import { namedFile } from './named-file.ts';
import { root as project } from './setup/project.mjs';
import { runScript } from './setup/run-script.mjs';
import { SetupError, say } from './setup/say.mjs';

export { type GroveShape, SMALL_SHAPE };

/** The kind of a made tree. */
export type MadeKind = 'buffer' | 'dialogue' | 'document';

export interface MakeGroveOptions {
  /** The same shape and seed give the same grove, down to the ids. Default 1. */
  readonly seed?: number;
  /** Nodes per commit, and so per row of the log. Default 20. */
  readonly commitSize?: number;
  /** A tree of the shape of each of these kinds, in this order. Default: one manuscript. */
  readonly modes?: readonly [MadeKind, ...MadeKind[]];
  /** Receives the number of nodes written, every few thousand nodes. */
  readonly onProgress?: (nodes: number) => void;
}

/** Places in the made grove: in its first tree, if it has several. */
export interface MadeGrove extends Places {
  /** The file. */
  readonly path: string;
  readonly treeId: TreeId;
  readonly root: PositionId;
  /** The owner of the grove, whose path leads to `head`. */
  readonly writer: AgentId;
  readonly models: readonly AgentId[];
}

const TITLES: Readonly<Record<MadeKind, string>> = {
  buffer: 'A made tree',
  dialogue: 'A made conversation',
  document: 'A made document',
};

/** Commits per transaction. */
const COMMITS = 200;

/**
 * Makes a grove with a tree, or several, in a new file, through the store: hashes, edges, log, search index, cursor and all.
 * A million nodes take about two minutes.
 *
 * @throws {AspenError} INVALID_ARGUMENT if there is a grove at the path already; RangeError if the shape is impossible
 */
export function makeGrove(path: string, shape: GroveShape, options: MakeGroveOptions = {}): MadeGrove {
  countRoles(shape);
  const { seed = 1, commitSize = 20, modes = ['buffer'], onProgress } = options;
  const random = seededRandom(seed);
  const idsAndClock = seededIdsAndClock(random);
  const store = openFile(path, {
    migrations: join(project, 'migrations'),
    now: idsAndClock.now,
    create: { id: idsAndClock.newId() as GroveId, name: 'Made grove' },
  });
  try {
    if (store.head.seq > 0) throw new AspenError('INVALID_ARGUMENT', `there is a grove at ${path} already`);
    // A new file has nothing to lose: no fsyncs, and a cache for a million nodes.
    for (const pragma of ['synchronous = OFF', 'journal_mode = MEMORY', 'cache_size = -400000']) {
      store.pragma(pragma);
    }
    const writer = humanAgent(idsAndClock);
    const offline = offlineAgent(idsAndClock.newId() as AgentId, idsAndClock.now());
    const models: readonly Agent[] = [
      offline,
      { ...offline, id: idsAndClock.newId() as AgentId, name: 'Second model', color: 'rust' },
    ];
    store.transact((write) => {
      addAgent(write, writer);
      for (const model of models) addAgent(write, model, writer.id);
      setGroveOwner(write, writer.id);
    });
    const ids = models.map(({ id }) => id);
    const prose = makeProse(random);
    const grow = (mode: MadeKind): MadeGrove => {
      const nature = mode === 'document' ? ({ kind: 'document' } as const) : { mode };
      const tree = store.transact((write) => insertTree(write, TITLES[mode], writer.id, idsAndClock, nature));
      const root = getNode(store, firstNodeAt(tree.rootPositionId));
      const growth = { root, writer: writer.id, models: ids, shape, random, idsAndClock, prose };
      const places = writeAll(store, tree.id, writer.id, growTree(growth, commitSize), onProgress);
      return { path, treeId: tree.id, root: root.positionId, writer: writer.id, models: ids, ...places };
    };
    const [first, ...others] = modes;
    const made = grow(first);
    for (const mode of others) grow(mode);
    return made;
  } finally {
    store.close();
  }
}

/** Writes many commits per transaction; on its own, each would take five fsyncs. */
function writeAll(
  store: Store,
  treeId: TreeId,
  writerId: AgentId,
  changes: Generator<TreeChange, Places>,
  onProgress: MakeGroveOptions['onProgress'],
): Places {
  let nodes = 0;
  const bookmarks: LoggedMetadata[] = [];
  for (;;) {
    const places = store.transact((tx): Places | undefined => {
      for (let commits = 0; commits < COMMITS; commits += 1) {
        const next = changes.next();
        if (next.done === true) {
          // Set on the versions too, and recorded in the log.
          const metadata = bookmarks.map(({ position, ...set }) => ({ position, metadata: set }));
          const change = { nodes: [], edges: [], metadata, path: NO_PATH_CHANGE };
          writeChange(tx, treeId, writerId, change, 'metadata');
          return next.value;
        }
        writeChange(tx, treeId, writerId, next.value, 'commit');
        bookmarks.push(...logMetadata(next.value.nodes));
        nodes += next.value.nodes.length;
      }
      return undefined;
    });
    onProgress?.(nodes);
    if (places !== undefined) return places;
  }
}

function humanAgent(idsAndClock: IdsAndClock): Agent {
  const id = idsAndClock.newId() as AgentId;
  const now = idsAndClock.now();
  return {
    id,
    name: 'Writer',
    type: 'human',
    modelRef: null,
    configuration: {},
    permissions: {},
    color: null,
    createdAt: now,
    updatedAt: now,
    archivedAt: null,
  };
}

const USAGE = `npm run make-grove -- FILE.aspen [options]

  --nodes N        all nodes except the root                        ${SMALL_SHAPE.nodes}
  --path N         positions on the path                            ${SMALL_SHAPE.path}
  --siblings N     continuations of one position on the path        0
  --versions N     versions at one position on the path             0
  --branch N       depth of one branch that leaves the path         0
  --longest N      characters of the longest node                   0
  --characters N   average characters per node                      ${SMALL_SHAPE.characters}
  --seed N         a different grove of the same shape              1
  --commit N       nodes per commit                                 20
  --mode M         dialogue for a conversation, or document         buffer`;

function readArguments(args: readonly string[]): {
  readonly file: string;
  readonly shape: GroveShape;
  readonly options: MakeGroveOptions;
} {
  const text = { type: 'string' } as const;
  const names = [
    'nodes',
    'path',
    'siblings',
    'versions',
    'branch',
    'longest',
    'characters',
    'seed',
    'commit',
    'mode',
  ];
  try {
    const { values, positionals } = parseArgs({
      args: [...args],
      allowPositionals: true,
      options: Object.fromEntries(names.map((name) => [name, text])),
    });
    const number = (name: string, otherwise: number) => {
      const given = values[name];
      const value = given === undefined ? otherwise : Number(given);
      if (!Number.isSafeInteger(value) || value < 0) throw new SetupError(`--${name} takes a whole number.`);
      return value;
    };
    const [file, ...more] = positionals;
    if (file === undefined || more.length > 0) throw new SetupError('Give exactly one file.');
    const mode = values.mode ?? 'buffer';
    if (mode !== 'buffer' && mode !== 'dialogue' && mode !== 'document')
      throw new SetupError('--mode takes “buffer”, “dialogue” or “document”.');
    const { nodes, path, characters } = SMALL_SHAPE;
    const shape: GroveShape = {
      nodes: number('nodes', nodes),
      path: number('path', path),
      siblings: number('siblings', 0),
      versions: number('versions', 0),
      branch: number('branch', 0),
      longest: number('longest', 0),
      characters: number('characters', characters),
    };
    countRoles(shape);
    return {
      file,
      shape,
      options: {
        seed: number('seed', 1),
        commitSize: Math.max(1, number('commit', 20)),
        modes: [mode],
      },
    };
  } catch (error) {
    if (error instanceof Error) throw new SetupError(`${error.message}\n\n${USAGE}`);
    throw error;
  }
}

if (import.meta.main) {
  await runScript(async () => {
    const { file, shape, options } = readArguments(process.argv.slice(2));
    let reported = 0;
    const onProgress = (nodes: number) => {
      if (nodes - reported < 100_000) return;
      reported = nodes;
      say(`${nodes.toLocaleString('en')} of ${shape.nodes.toLocaleString('en')} nodes`);
    };
    const made = makeGrove(namedFile(file), shape, { ...options, onProgress });
    process.stdout.write(`${JSON.stringify(made, null, 2)}\n`);
    return 0;
  });
}
