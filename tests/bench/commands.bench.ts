import { copyFileSync } from 'node:fs';
import { join } from 'node:path';
import { commandsOnly } from '../../src/core/commands/commands-only.ts';
import type { TurnId } from '../../src/core/ids.ts';
import { defaultPreferences } from '../../src/ipc/preferences.ts';
import type { CommandContext } from '../../src/main/grove/agents/command-context.ts';
import { CommandRunner } from '../../src/main/grove/agents/command-runner.ts';
import { TurnActions } from '../../src/main/grove/agents/turns/turn-actions.ts';
import { ChangeFeed } from '../../src/main/grove/change-feed.ts';
import { TreeTransactions } from '../../src/main/grove/writing/tree-transactions.ts';
import { openFile } from '../../src/main/store/connection/open-file.ts';
import { addTurn } from '../../src/main/store/tables/agent-turns.ts';
import { getGreatestId } from '../../src/main/store/tables/grove.ts';
import { getHead } from '../../src/main/store/tables/path-state.ts';
import { MIGRATIONS } from '../helpers/grove.ts';
import { cachedTree } from './groves/cached-grove.ts';
import { realIdsAndClock } from './groves/scratch-grove.ts';
import type { Bench, BenchContext } from './harness/bench.ts';

/** The most frequent commands of an agent, with a node of its own to hide; as many as a turn may have by default. */
const ROUND = [
  'view here',
  'view parent',
  'list here',
  'tree depth:3',
  'view branch:here as:nodes last:10',
  'search "orchard"',
  'annotate here "Which orchard?"',
  'bookmark here "a place"',
  'respond here "Nobody knew."',
  'edit parent "It had been raining."',
];
const COUNT = 40;
/** Milliseconds for each command, of which most are the disk's where it writes. */
const MOST = 15;

/** Carrying out the commands of a turn (`agents.md`, *Commands*), with the rows of its trace. */
export const commandsBench: Bench = {
  name: 'commands',
  async run(context) {
    const { scale } = context;
    const { arrival, commands } = await carryOut(context);
    return [
      {
        path: `${COUNT} commands of a turn in a tree of ${scale.trees[1].toLocaleString('en')} nodes`,
        baseline: '–',
        goal: { atMost: COUNT * MOST },
        figure: {
          kind: 'measured',
          value: commands,
          unit: 'ms',
          parts: `${ROUND.map((line) => line.split(' ')[0]).join(', ')}, again and again`,
        },
      },
      {
        path: 'an agent’s first arrival there, before them',
        baseline: '–',
        goal: null,
        figure: {
          kind: 'measured',
          value: arrival,
          unit: 'ms',
          parts: `once for each agent and tree: its path records what ${scale.path.toLocaleString('en')} positions show`,
        },
      },
    ];
  },
};

/** @returns the milliseconds that both took */
async function carryOut(
  context: BenchContext,
): Promise<{ readonly arrival: number; readonly commands: number }> {
  const made = await cachedTree('middle', context);
  context.log('carrying out commands');
  const { treeId, writer, models, root } = made;
  const [agentId] = models;
  if (agentId === undefined) throw new Error('the grove has no model');
  const path = join(context.scratch, 'commands.aspen');
  copyFileSync(made.path, path);
  const { now } = realIdsAndClock();
  const store = openFile(path, { migrations: MIGRATIONS, now });
  const idsAndClock = realIdsAndClock(getGreatestId(store) ?? undefined);
  const turnId = idsAndClock.newId() as TurnId;
  const ended = { endedAt: null, undoneAt: null, state: 'running', used: {} } as const;
  store.transact((tx) =>
    addTurn(tx, { id: turnId, treeId, agentId, parentId: root, startedAt: now(), ...ended }),
  );
  const actions = new TurnActions({ store, idsAndClock, turnId, actsOn: treeId });
  const head = getHead(store, treeId, writer);
  const commandContext: CommandContext = {
    store,
    treeId,
    actor: { id: agentId, type: 'model' },
    writerId: writer,
    transactions: new TreeTransactions(store, new ChangeFeed()),
    idsAndClock,
    writerWork: () => ({ head, edited: [] }),
    preferences: () => defaultPreferences,
    turn: {
      turnId,
      action: () => actions.ordinal,
      answer: () => null,
      onWriting: (tx, inverse) => actions.onWriting(tx, inverse),
    },
  };
  const runner = new CommandRunner(commandContext, head, true);
  const commands = Array.from({ length: COUNT / ROUND.length }, () => ROUND)
    .flat()
    .flatMap((line) => commandsOnly(`→ ${line}`) ?? []);
  const start = performance.now();
  runner.arrive();
  const begin = performance.now();
  for (const typed of commands) {
    actions.begin({ typed, callOrdinal: 0, approval: null, command: null });
    const result = await runner.run(typed);
    actions.end(result);
    if (result.error !== null) throw new Error(result.text);
  }
  actions.flush();
  const end = performance.now();
  store.close();
  return { arrival: begin - start, commands: end - begin };
}
