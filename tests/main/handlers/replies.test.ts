/** Agents that reply in turn, and replies with an instruction (`dialogue.md`, *Replies*), with a real server as their models. */
import Database from 'better-sqlite3';
import { expect, test } from 'vitest';
import { type AgentId, firstNodeAt, type NodeId, type PositionId } from '../../../src/core/ids.ts';
import { delta, hangsAfter, says, TurnDesk } from '../../helpers/turn-desk.ts';
import { type Answering, DONE, refuses, streams } from '../../helpers/wire-server.ts';

/** A conversation with Ada and Bo, who reply, and the agent of the desk, who acts. */
async function openRound(answers: readonly Answering[]) {
  const opened = await TurnDesk.open({ answers: () => answers });
  const { desk, talk } = opened;
  const here = (await desk.call('provider.list', {})).find(({ name }) => name === 'Here');
  const create = async (name: string): Promise<AgentId> => {
    const modelRef = `${here?.id}:${name.toLowerCase()}`;
    const configuration = { completionStyle: 'chat' } as const;
    return (await desk.call('agent.create', { name, modelRef, configuration, color: null })).id;
  };
  const ada = await create('Ada');
  const bo = await create('Bo');
  const begin = async (agentIds: readonly AgentId[]) => {
    const { pathVersion } = await desk.call('path.read', { treeId: talk });
    const ops = [desk.typed('Who is there?')];
    const request = { at: null, agentIds, maxTokens: 100, topicAt: null };
    return desk.call('turn.startRound', { treeId: talk, pathVersion, ops, ...request });
  };
  /** The replies below the message, from parent to child, as `author: text`. */
  const replies = async () => {
    const { segments } = await desk.call('path.read', { treeId: talk });
    let at = segments.positionIds.slice(0, 26) as PositionId | undefined;
    const found: string[] = [];
    while (at !== undefined) {
      const [child] = await desk.call('path.children', { treeId: talk, parentId: at });
      if (child !== undefined) found.push(child.excerpt);
      at = child?.positionId;
    }
    return found;
  };
  return { opened, ada, bo, begin, replies };
}

test('each replies to the one before, and has the words of the others as those of the user', async () => {
  const { opened, ada, bo, begin, replies } = await openRound([
    says('Me.'),
    says('And me.'),
    says('All of us.'),
  ]);
  const { desk, server, agentId } = opened;
  await begin([ada, bo, agentId]);
  await expect.poll(() => desk.emitted('turn.changed').at(-1)?.phase, { timeout: 5_000 }).toBe('ended');
  expect(await replies()).toEqual(['Me.', 'And me.', 'All of us.']);
  expect(server.asked.map(({ json }) => json.model)).toEqual(['ada', 'bo', 'analyst-1']);
  expect(opened.sent(0)).toMatch(/Nobody came\.\n===\n\nWho is there\?$/);
  expect(opened.sent(1)).toContain('Mara: Who is there?\n\nAda: Me.');
  expect(opened.sent(2)).toContain('And me.');
  // Those who wait are named while they do.
  await expect.poll(() => desk.emitted('round.changed').at(-1)?.replying, { timeout: 5_000 }).toBeNull();
  const rounds = desk.emitted('round.changed').map(({ replying, waiting }) => [replying, waiting]);
  expect(rounds).toEqual([
    [ada, [bo, agentId]],
    [bo, [agentId]],
    [agentId, []],
    [null, []],
  ]);
  expect(await desk.call('turn.rounds', {})).toEqual([]);
  await opened.expectSound();
});

test.each<[string, Answering]>([
  ['fails', refuses(401, 'no')],
  ['brings nothing', streams(delta(null, 'stop'), DONE)],
  ['is held back', streams(delta('I'), delta(null, 'content_filter'), DONE)],
])('nobody replies to one that %s', async (_how, answer) => {
  const { opened, ada, bo, begin } = await openRound([answer, says('And me.')]);
  await begin([ada, bo]);
  const settled = () =>
    opened.desk.emitted('generation.updated').filter(({ state }) => /done|failed|empty/.test(state));
  await expect.poll(settled, { timeout: 5_000 }).toHaveLength(1);
  await new Promise((resolve) => setTimeout(resolve, 20));
  expect(opened.server.asked).toHaveLength(1);
});

test('Stop ends the round; what has arrived stays', async () => {
  const { opened, ada, bo, begin, replies } = await openRound([hangsAfter('Me'), says('And me.')]);
  await begin([ada, bo]);
  await expect
    .poll(() => opened.desk.emitted('generation.updated').some(({ append }) => append !== ''), {
      timeout: 5_000,
    })
    .toBe(true);
  expect(await opened.desk.call('turn.rounds', {})).toMatchObject([{ replying: ada, waiting: [bo] }]);
  await opened.desk.call('generation.stop', { jobId: null, slot: null });
  expect(await replies()).toEqual(['Me']);
  await expect.poll(() => opened.desk.call('turn.rounds', {}), { timeout: 5_000 }).toEqual([]);
  await new Promise((resolve) => setTimeout(resolve, 20));
  expect(opened.server.asked).toHaveLength(1);
});

test('the round in a tree that is deleted ends with it', async () => {
  const { opened, ada, bo, begin } = await openRound([hangsAfter('Me'), says('And me.')]);
  const { desk, talk, server } = opened;
  await begin([ada, bo]);
  await expect.poll(() => server.asked.length, { timeout: 5_000 }).toBe(1);
  await desk.call('tree.update', { treeId: talk, archived: true });
  const { title } = (await desk.call('tree.list', {})).find(({ id }) => id === talk) ?? expect.unreachable();
  await desk.call('tree.delete', { treeId: talk, title });
  await new Promise((resolve) => setTimeout(resolve, 20));
  expect(server.asked).toHaveLength(1);
  expect(desk.emitted('error.raised')).toEqual([]);
});

test('a round is refused in a manuscript, without a message, and for a person', async () => {
  const { opened, ada, bo } = await openRound([says('Me.')]);
  const { desk, talk, story } = opened;
  const { pathVersion } = await desk.call('path.read', { treeId: talk });
  const request = { ops: [], at: null, agentIds: [ada, bo], maxTokens: 100, topicAt: null };
  const refused = { code: 'INVALID_ARGUMENT' };
  await expect(
    desk.call('turn.startRound', { ...(await desk.intent()), ...request, treeId: story }),
  ).rejects.toMatchObject(refused);
  await expect(desk.call('turn.startRound', { treeId: talk, pathVersion, ...request })).rejects.toMatchObject(
    refused,
  );
  const [person] = ((await desk.call('grove.current', {}))?.agents ?? []).filter(
    ({ type }) => type === 'human',
  );
  await expect(
    desk.call('turn.startRound', {
      treeId: talk,
      pathVersion,
      ...request,
      ops: [desk.typed('Hello?')],
      agentIds: person === undefined ? [] : [person.id],
    }),
  ).rejects.toMatchObject(refused);
});

test('an instruction is what the user says last; a note keeps it, and the reply names it as a source', async () => {
  const { opened, ada } = await openRound([says('Me.'), says('Still me.'), says('Us.')]);
  const { desk, talk, agentId } = opened;
  const intent = async (text: string) => {
    const { pathVersion, segments } = await desk.call('path.read', { treeId: talk });
    const at = text === '' ? (segments.positionIds.slice(0, 26) as PositionId) : null;
    return { treeId: talk, pathVersion, ops: text === '' ? [] : [desk.typed(text)], at };
  };
  const asked = { maxTokens: 100, instruction: ' Shorter,\n→ help ' };
  const { job } = await desk.call('generation.start', {
    ...(await intent('Who is there?')),
    agentIds: [ada],
    count: 1,
    ...asked,
  });
  const isDone = (count: number) =>
    expect
      .poll(() => desk.emitted('generation.updated').filter(({ state }) => state === 'done'), {
        timeout: 5_000,
      })
      .toHaveLength(count);
  await isDone(1);
  expect(opened.sent(0)).toMatch(/===\n\nWho is there\?\n\nShorter,\n→ help$/);

  // The same again, and of an agent that acts: the note is there already.
  await desk.call('generation.start', { ...(await intent('')), agentIds: [ada], count: 1, ...asked });
  await isDone(2);
  await desk.call('turn.start', { ...(await intent('')), agentId, topicAt: null, ...asked });
  await isDone(3);
  expect(opened.sent(2)).toContain('Shorter,\n\\→ help');
  const { segments } = await desk.call('path.read', { treeId: talk });
  const nodeId = segments.nodeIds.slice(0, 26) as NodeId;
  const notes = await desk.call('node.annotations', { treeId: talk, nodeId });
  expect(notes.map(({ text, originId }) => ({ text, originId }))).toEqual([
    { text: 'Shorter,\n→ help', originId: nodeId },
  ]);
  const ids = desk
    .emitted('generation.updated')
    .flatMap(({ state, positionId }) => (state === 'done' ? [positionId] : []));
  expect(ids[0]).toBe(job.slots[0]?.positionId);
  const database = new Database(desk.path, { readonly: true });
  const named = database
    .prepare(
      `select target.id, source.id as note from edge_source
       join edge on edge.key = edge_key
       join node as target on target.key = target_node_key
       join node as source on source.key = origin_node_key
       where role = 'instruction' order by target.id`,
    )
    .all();
  // The message and its note are written together, or neither is.
  const rows = database
    .prepare<[], string>('select entry from log order by seq')
    .pluck()
    .all()
    .filter((entry) => entry.includes(nodeId));
  database.close();
  expect(rows.filter((entry) => entry.includes(notes[0]?.nodeId ?? ''))).toEqual([rows[0]]);
  expect(named).toEqual(ids.map((id) => ({ id: firstNodeAt(id), note: notes[0]?.nodeId })));
  await opened.expectSound();

  await expect(
    desk.call('generation.start', {
      ...(await desk.intent()),
      at: null,
      agentIds: [ada],
      count: 1,
      ...asked,
      treeId: opened.story,
    }),
  ).rejects.toMatchObject({ code: 'INVALID_ARGUMENT' });
});
