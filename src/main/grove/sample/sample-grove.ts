import { AspenError } from '../../../core/errors.ts';
import { type AgentId, firstNodeAt, type GroveId, type NodeId, type Sha256 } from '../../../core/ids.ts';
import type { Agent } from '../../../core/tree/agent.ts';
import type { IdsAndClock } from '../../../core/tree/ids-and-clock.ts';
import type { Author } from '../../../core/tree/new-node.ts';
import { textOf } from '../../../core/tree/tree-node.ts';
import { offlineAgent } from '../../generation/offline-agent.ts';
import { openFile } from '../../store/connection/open-file.ts';
import type { FileTransaction } from '../../store/connection/store.ts';
import { addAgent } from '../../store/tables/agents.ts';
import { setGroveOwner } from '../../store/tables/grove.ts';
import { saveCaret } from '../../store/tables/path-state.ts';
import { updateTree } from '../../store/tables/trees.ts';
import { loadPath } from '../../store/tree/path-loading.ts';
import { humanOf } from '../begin-grove.ts';
import { insertTree } from '../writing/insert-tree.ts';
import { parseSampleTree, type SampleTree } from './sample-source.ts';
import { type Cast, carryOut, getAuthor, type Stage } from './sample-steps.ts';

export interface SampleOptions {
  /** Where to write it. */
  readonly path: string;
  /** The texts of the `.txt` files of `resources/sample`, in the order of their names. */
  readonly sources: readonly string[];
  readonly migrations: string;
  readonly nativeBinding?: string | undefined;
  /** Who opens it: the story is theirs. */
  readonly writer: { readonly id: string; readonly name: string };
  /** When it is made, in milliseconds since 1970 UTC: what happens in the story happened in the days before. */
  readonly now: number;
  /** Makes ULIDs by a clock. */
  makeIds(now: () => number): () => string;
  sha256(text: string): Sha256;
}

/** Between two steps, in milliseconds. */
const STEP = 120_000;

/**
 * Writes the sample grove into a new file, through the same operations as everything else, in one transaction.
 * @throws {AspenError} INVALID_ARGUMENT where there is a grove with something in it already; what `openFile` throws
 */
export function writeSampleGrove(options: SampleOptions): void {
  const trees = options.sources.map(parseSampleTree);
  const clock = { time: options.now - trees.reduce((sum, tree) => sum + durationOf(tree), STEP) };
  const newId = options.makeIds(() => clock.time);
  const idsAndClock: IdsAndClock = { newId, now: () => clock.time, sha256: options.sha256 };
  const { path, migrations, nativeBinding } = options;
  const store = openFile(path, {
    migrations,
    now: idsAndClock.now,
    sha256: idsAndClock.sha256,
    create: { id: newId() as GroveId, name: 'Sample' },
    ...(nativeBinding === undefined ? {} : { nativeBinding }),
  });
  try {
    if (store.head.seq > 0) throw new AspenError('INVALID_ARGUMENT', `there is a grove at ${path} already`);
    store.transact((tx) => {
      const cast = addCast(tx, options.writer, idsAndClock);
      for (const tree of trees) writeTree(tx, tree, cast, idsAndClock, clock);
    });
  } finally {
    store.close();
  }
}

function durationOf(tree: SampleTree): number {
  return tree.steps.reduce((sum, step) => sum + (step.does === 'later' ? step.milliseconds : STEP), STEP);
}

function addCast(tx: FileTransaction, owner: SampleOptions['writer'], idsAndClock: IdsAndClock): Cast {
  const id = owner.id as AgentId;
  addAgent(tx, humanOf({ id, name: owner.name }, idsAndClock.now()));
  setGroveOwner(tx, id);
  const offline = offlineAgent(idsAndClock.newId() as AgentId, idsAndClock.now());
  const others: readonly (readonly [name: string, agent: Agent])[] = [
    ['offline', offline],
    [
      'bold',
      {
        ...offline,
        id: idsAndClock.newId() as AgentId,
        name: 'Offline, bolder',
        configuration: { ...offline.configuration, temperature: 1.3 },
        color: 'rust',
      },
    ],
    [
      'nell',
      { ...humanOf({ id: idsAndClock.newId() as AgentId, name: 'Nell' }, idsAndClock.now()), color: 'green' },
    ],
  ];
  for (const [, agent] of others) addAgent(tx, agent, id);
  return new Map<string, Author>([
    ['writer', { id, type: 'human' }],
    ...others.map(([name, agent]) => [name, { id: agent.id, type: agent.type }] as const),
  ]);
}

function writeTree(
  tx: FileTransaction,
  source: SampleTree,
  cast: Cast,
  idsAndClock: IdsAndClock,
  clock: { time: number },
): void {
  const owner = getAuthor(cast, 'writer');
  const planted = insertTree(tx, source.title, owner.id, idsAndClock);
  const { description, memory, authorsNote } = source;
  const settings = {
    ...(memory === null ? {} : { memory }),
    ...(authorsNote === null ? {} : { authorsNote }),
  };
  updateTree(tx, owner.id, { ...planted, description, settings });
  const names = new Map<string, NodeId>([['root', firstNodeAt(planted.rootPositionId)]]);
  const stage: Stage = { treeId: planted.id, cast, names, idsAndClock };
  for (const step of source.steps) {
    clock.time += step.does === 'later' ? step.milliseconds : STEP;
    carryOut(tx, step, stage);
  }
  const path = loadPath(tx, planted.id, owner.id);
  const length = path.reduce((sum, { node }) => sum + textOf(node.content).length, 0);
  const draft = source.steps.reduce((sum, step) => sum + (step.does === 'draft' ? step.text.length : 0), 0);
  saveCaret(tx, planted.id, owner.id, { anchor: length + draft, head: length + draft, scroll: 0 });
}
