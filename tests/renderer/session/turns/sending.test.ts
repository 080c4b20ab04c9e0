import { expect, it } from 'vitest';
import type { AgentId, PositionId, RequestId, TurnId } from '../../../../src/core/ids.ts';
import type { Input } from '../../../../src/ipc/contract.ts';
import type { TurnSnapshot } from '../../../../src/ipc/wire/turn.ts';
import { turnClockByHand } from '../../../helpers/clock.ts';
import { HandlersDesk } from '../../../helpers/desk.ts';
import { type RequestInterceptor, resumeConversation } from '../dialogue/conversation-desk.ts';

turnClockByHand();

const PLACE = '01KDXA00000000000000000PQA' as PositionId;

/** A turn as main answers that it waits. */
function waiting(input: Input<'turn.start'>, parentId: PositionId, number: number): TurnSnapshot {
  return {
    turnId: `01KDXA0000000000000000000${number}` as TurnId,
    treeId: input.treeId,
    actsOn: input.treeId,
    agentId: input.agentId,
    parentId,
    phase: 'queued',
    waitsFor: [],
    state: 'running',
    place: null,
    calls: 0,
    commands: 0,
    capped: null,
    error: null,
    card: null,
  };
}

/** A conversation that asks two loom-aware agents and one that is not. */
async function open() {
  const desk = new HandlersDesk();
  const names = ['One', 'Two', 'Subject'];
  const properties = { modelRef: 'offline:aspen', configuration: {}, color: null };
  const ids: AgentId[] = [];
  for (const name of names) ids.push((await desk.call('agent.create', { ...properties, name })).id);
  await desk.call('tree.create', { title: null, mode: 'dialogue' });
  const asked: Input<'turn.start'>[] = [];
  const turns: TurnSnapshot[] = [];
  // Main answers as it does for a turn that waits: it commits what the intent says, and no call is made.
  const intercept: RequestInterceptor = async (name, send, sent) => {
    if (name !== 'turn.start') return send();
    const input = sent as Input<'turn.start'>;
    asked.push(input);
    const { treeId, pathVersion, ops, at } = input;
    const intent = { treeId, pathVersion, ops };
    const requestId = `01KDXT0000000000000000000${asked.length}` as RequestId;
    const path =
      at === null
        ? await desk.call('draft.commit', { ...intent, requestId })
        : await desk.call('path.moveHead', { ...intent, to: at });
    const parentId = at ?? path.committed[0]?.positionId ?? expect.unreachable();
    return { path, turn: waiting(input, parentId, asked.length) } as Awaited<ReturnType<typeof send>>;
  };
  const page = await resumeConversation(desk, intercept, undefined, {
    takesTurns: (agentId) => ids.slice(0, 2).includes(agentId),
    findTopicPlace: () => PLACE,
    findTarget: (treeId) => treeId,
    goTo: () => Promise.resolve(),
    onCommandsRun: () => undefined,
    onTakenBack: () => Promise.resolve(),
    onAnswer: (turn) => turns.push(turn),
  });
  return { desk, page, ids, asked, turns };
}

it('commits a message once, whoever is asked, and begins one turn of each agent that takes turns', async () => {
  const { desk, page, ids, asked, turns } = await open();
  const { dialogue, settle, find } = page;
  const { choice } = dialogue.tree;
  for (const id of choice.store.get().agentIds) choice.toggleAgent(id);
  for (const id of ids) choice.toggleAgent(id);
  find(null)?.editor.type('Where does it rain?');
  const sent = dialogue.commands.send();
  await settle();
  await sent;
  const { segments } = await desk.call('path.read', { treeId: desk.treeId });
  expect(segments.text.split('Where does it rain?')).toHaveLength(2);
  expect(asked.map(({ agentId, topicAt }) => [agentId, topicAt])).toEqual([
    [ids[0], PLACE],
    [ids[1], PLACE],
  ]);
  const message = dialogue.tree.path.mirror.get().headers[0]?.positionId;
  expect(asked.map(({ at }) => at)).toEqual([message, message]);
  expect(turns.map(({ parentId }) => parentId)).toEqual([message, message]);
  expect(dialogue.conversation.composer.isBlank).toBe(true);
  expect(page.bugs).toEqual([]);
});

it('without others, the first turn commits the message', async () => {
  const { desk, page, ids, asked } = await open();
  const { dialogue, settle, find } = page;
  const { choice } = dialogue.tree;
  for (const id of choice.store.get().agentIds) choice.toggleAgent(id);
  for (const id of ids.slice(0, 2)) choice.toggleAgent(id);
  find(null)?.editor.type('Where does it rain?');
  const sent = dialogue.commands.send();
  await settle();
  await sent;
  const { segments } = await desk.call('path.read', { treeId: desk.treeId });
  expect(segments.text).toBe('Where does it rain?');
  expect(asked.map(({ at }) => at)).toEqual([null, dialogue.tree.path.headId]);
  expect(page.bugs).toEqual([]);
});
