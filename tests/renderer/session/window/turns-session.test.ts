import { expect, it } from 'vitest';
import type { GroveId, LocalId, TreeId, TurnId } from '../../../../src/core/ids.ts';
import type { Events, Input, Output, RequestName } from '../../../../src/ipc/contract.ts';
import type { GroveSnapshot } from '../../../../src/ipc/wire/grove.ts';
import type { TraceTurn, TurnSnapshot } from '../../../../src/ipc/wire/turn.ts';
import type { Client } from '../../../../src/renderer/client.ts';
import { Notices } from '../../../../src/renderer/session/notices.ts';
import { TurnsSession } from '../../../../src/renderer/session/window/turns-session.ts';
import { LittleMain, MODEL, TREE } from '../little-main.ts';

const TURN = 'turn' as TurnId;

const grove: GroveSnapshot = {
  id: 'grove' as GroveId,
  name: 'Orchard',
  fileName: 'orchard.aspen',
  readOnly: false,
  isChecking: false,
  notices: [],
  trouble: null,
  unconfirmedAgents: [],
  writerId: MODEL,
  agents: [
    {
      id: MODEL,
      name: 'Analyst',
      type: 'model',
      modelRef: 'service:model',
      configuration: {},
      permissions: { loom_aware: 'allow' },
      color: null,
      createdAt: 0,
      updatedAt: 0,
      archivedAt: null,
    },
  ],
  trees: [],
  archivedTrees: [],
  openTreeId: TREE,
};

/** The turns of a window, and what main is asked. */
async function open() {
  const main = new LittleMain();
  const asked: (readonly [RequestName, object])[] = [];
  const running: TurnSnapshot[] = [];
  const trace: TraceTurn[] = [];
  const listeners = new Map<string, (value: never) => void>();
  const answers: Partial<Record<RequestName, object>> = {
    'turn.running': running,
    'turn.rounds': [],
    'turn.trace': trace,
    'turn.stop': {},
    'turn.answer': {},
    'turn.undo': {
      isUndone: true,
      isRefused: false,
      hasRest: false,
      changed: 6,
      of: 7,
      kept: [{ localId: 'k3m9qp' as LocalId, why: 'writtenOn', byWriter: true }],
    },
  };
  const client: Pick<Client, 'call' | 'on'> = {
    call: async <N extends RequestName>(name: N, input: Input<N>) => {
      asked.push([name, input]);
      return structuredClone(answers[name]) as Output<N>;
    },
    on: (name, listener) => {
      listeners.set(name, listener as (value: never) => void);
      return () => listeners.delete(name);
    },
  };
  const notices = new Notices();
  const turns = new TurnsSession({
    client,
    notices,
    scene: () => ({
      findGrove: () => grove,
      findDesk: () => null,
      findDeskOf: () => null,
      desks: () => [],
    }),
    topics: () => ({ findTopic: () => null, choose: () => {}, focus: () => {} }),
    showTree: async () => {},
  });
  turns.listen();
  await turns.onGrove();
  const turn: TurnSnapshot = {
    turnId: TURN,
    treeId: TREE,
    actsOn: 'topic' as TreeId,
    agentId: MODEL,
    parentId: main.rootId,
    phase: 'calling',
    waitsFor: [],
    state: 'running',
    place: null,
    calls: 1,
    commands: 0,
    capped: null,
    error: null,
    card: null,
  };
  const send = (changed: Partial<TurnSnapshot>) => {
    const listener = listeners.get('turn.changed') as (value: Events['turn.changed']) => void;
    listener({ ...turn, ...changed });
  };
  const said = () => notices.log.get().map(({ text }) => text);
  return { turns, send, said, asked, notices };
}

const card = {
  card: 1,
  hasGrown: false,
  lines: [0, 1, 2].map((ordinal) => ({
    ordinal,
    line: `→ respond here "${ordinal}"`,
    effect: 'adds a node',
    changes: [],
    place: null,
    permission: 'loom_write' as const,
  })),
};

it('a card is announced once, and allows the ticked lines alone', async () => {
  const { turns, send, said, asked } = await open();
  send({ phase: 'asking', card });
  send({ phase: 'asking', card });
  expect(said()).toEqual(['Analyst asks to write: 3 commands']);
  const asking = turns.findAsking(TREE) ?? expect.unreachable();
  turns.cards.toggleLine(asking, 1);
  await turns.cards.allow(asking, true);
  expect(asked.at(-1)).toEqual([
    'turn.answer',
    { turnId: TURN, card: 1, answer: { kind: 'allow', lines: [0, 2], forTurn: true } },
  ]);
  // Ticks on one card do not carry over to the next.
  send({ phase: 'asking', card: { ...card, card: 2, hasGrown: true } });
  const next = turns.findAsking() ?? expect.unreachable();
  turns.cards.write(next, ' Not now. ');
  expect(turns.cards.choiceOf(next).unticked.size).toBe(0);
  await turns.cards.deny(next);
  expect(asked.at(-1)?.[1]).toMatchObject({ card: 2, answer: { kind: 'deny', words: 'Not now.' } });
});

it('a turn that ended at a cap stays until another begins, one that is done does not', async () => {
  const { turns, send, said } = await open();
  send({});
  send({ phase: 'ended', state: 'capped', capped: 'calls', calls: 12 });
  expect(said()).toEqual(['Analyst: Stopped at 12 calls']);
  // An answer that is late brings nothing back.
  send({});
  expect([turns.isRunning, turns.findCapped(TREE)?.turnId]).toEqual([false, TURN]);
  send({ turnId: 'next' as TurnId });
  expect(turns.turns.get().map(({ turnId }) => turnId)).toEqual(['next']);
  send({ turnId: 'next' as TurnId, phase: 'ended', state: 'done' });
  expect(turns.turns.get()).toEqual([]);
});

it('what a turn on another branch does meanwhile leaves one that ended at a cap on the screen', async () => {
  const { turns, send } = await open();
  const other = 'other' as TurnId;
  send({});
  send({ turnId: other });
  send({ phase: 'ended', state: 'capped', capped: 'calls' });
  send({ turnId: other, phase: 'commands' });
  expect(turns.turns.get().map(({ turnId, phase }) => [turnId, phase])).toEqual([
    [TURN, 'ended'],
    [other, 'commands'],
  ]);
});

it('undoing a turn says what stays', async () => {
  const { turns, notices } = await open();
  await turns.undo(TREE, TURN);
  expect(notices.banners.get().map(({ sentence, isDone }) => [sentence, isDone])).toEqual([
    ['6 of 7 undone; [k3m9qp] stays: you wrote on from it', true],
  ]);
});
