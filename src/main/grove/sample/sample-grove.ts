import { assert } from '../../../core/assert.ts';
import { AspenError } from '../../../core/errors.ts';
import { type AgentId, firstNodeAt, type GroveId, type NodeId, type Sha256 } from '../../../core/ids.ts';
import type { Agent } from '../../../core/tree/agent.ts';
import type { IdsAndClock } from '../../../core/tree/ids-and-clock.ts';
import type { Author } from '../../../core/tree/new-node.ts';
import { textOf } from '../../../core/tree/tree-node.ts';
import { offlineAgent } from '../../generation/offline-agent.ts';
import type { FileTransaction } from '../../store/connection/file-transaction.ts';
import { openFile } from '../../store/connection/open-file.ts';
import { addAgent } from '../../store/tables/agents.ts';
import { setGroveOwner } from '../../store/tables/grove.ts';
import { saveCaret } from '../../store/tables/path-state.ts';
import { updateTree } from '../../store/tables/trees.ts';
import { loadPath } from '../../store/tree/path-loading.ts';
import { humanOf } from '../begin-grove.ts';
import { insertTree } from '../writing/insert-tree.ts';
import { parseSampleTree, type SampleTree } from './sample-source.ts';
import { runStep } from './sample-steps.ts';
import { type Authors, getAuthor, type StepContext, type WrittenTree } from './step-context.ts';

export interface SampleOptions {
  /** The path of the new file. */
  readonly path: string;
  /** The contents of the `.txt` files in `resources/sample`, in the order of their names. */
  readonly sources: readonly string[];
  readonly migrations: string;
  readonly nativeBinding?: string | undefined;
  /** The person who opens it, as the owner and author of the story. */
  readonly writer: { readonly id: string; readonly name: string };
  /** The current time, in milliseconds since 1970 UTC: the story's events lie in the days before. */
  readonly now: number;
  /** Makes ULIDs with this clock. */
  makeIds(now: () => number): () => string;
  sha256(text: string): Sha256;
}

/** The time between two steps, in milliseconds. */
const STEP = 120_000;

/**
 * Writes the sample grove to a new file in one transaction, through the same operations as everything else.
 * @throws {AspenError} INVALID_ARGUMENT if the file has a grove with content already; what `openFile` throws
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
      const authors = addAuthors(tx, options.writer, idsAndClock);
      const written = new Map<string, WrittenTree>();
      for (const tree of trees) {
        const topic = tree.about === null ? null : written.get(tree.about);
        assert(topic !== undefined, `the sample has no tree ${tree.about} yet`);
        written.set(
          tree.title,
          writeTree(tx, { tree, topic, earlier: written, authors, idsAndClock, clock }),
        );
      }
    });
  } finally {
    store.close();
  }
}

function durationOf(tree: SampleTree): number {
  return tree.steps.reduce((sum, step) => sum + (step.kind === 'later' ? step.milliseconds : STEP), STEP);
}

function addAuthors(tx: FileTransaction, owner: SampleOptions['writer'], idsAndClock: IdsAndClock): Authors {
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
      'surveyor',
      {
        ...offline,
        id: idsAndClock.newId() as AgentId,
        name: 'Surveyor',
        modelRef: 'sample:surveyor',
        configuration: { completionStyle: 'chat', systemPrompt: SURVEYOR_PROMPT },
        permissions: { loom_aware: 'allow', loom_write: 'ask' },
        color: 'violet',
        // There is no service that it could ask.
        archivedAt: idsAndClock.now(),
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

interface TreeToWrite extends Pick<StepContext, 'topic' | 'earlier' | 'authors' | 'idsAndClock'> {
  readonly tree: SampleTree;
  readonly clock: { time: number };
}

function writeTree(
  tx: FileTransaction,
  { tree: source, topic, earlier, authors, idsAndClock, clock }: TreeToWrite,
): WrittenTree {
  const owner = getAuthor(authors, 'writer');
  const nature = { mode: source.mode, kind: source.kind, topicTreeId: topic?.treeId ?? null };
  const tree = insertTree(tx, source.title, owner.id, idsAndClock, nature);
  const { description, memory, authorsNote } = source;
  const settings = {
    // The language of the sample, whatever the writer writes in.
    language: 'en-GB' as const,
    ...(memory === null ? {} : { memory }),
    ...(authorsNote === null ? {} : { authorsNote }),
  };
  updateTree(tx, owner.id, { ...tree, description, settings });
  const names = new Map<string, NodeId>([['root', firstNodeAt(tree.rootPositionId)]]);
  const context: StepContext = { treeId: tree.id, topic, earlier, authors, names, idsAndClock };
  for (const step of source.steps) {
    clock.time += step.kind === 'later' ? step.milliseconds : STEP;
    runStep(tx, step, context);
  }
  // In a conversation, the caret is in the composer, and is not kept.
  if (source.mode === 'dialogue') return context;
  const path = loadPath(tx, tree.id, owner.id);
  const length = path.reduce((sum, { node }) => sum + textOf(node.content).length, 0);
  const draft = source.steps.reduce((sum, step) => sum + (step.kind === 'draft' ? step.text.length : 0), 0);
  saveCaret(tx, tree.id, owner.id, { anchor: length + draft, head: length + draft, scroll: 0 });
  return context;
}

/** The prompt of the sample's loom-aware agent: the example of `docs/agents.md`. */
export const SURVEYOR_PROMPT = `You keep track of what this story says, so that its author need not: places, people, dates, and what is promised and not yet kept.

Before you answer, look: read the tree around your place, view the nodes that matter, and search for a name before you say that it is not there. Quote the story's own words, and name each node that you rely on by its id in brackets.

Pin what you will need again. Stash what you have worked out, under a label that says what it is. Drop what is settled.

Change nothing unless you are asked to. Then propose one change at a time, and give your reason with it.

Answer in a few sentences. Where the story does not say, tell me so, and do not fill the gap.`;
