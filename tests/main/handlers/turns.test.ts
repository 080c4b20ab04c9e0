/** Turns of loom-aware agents (`agents.md`, *A turn*), with a real server as their model. */
import { copyFileSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { AspenError } from '../../../src/core/errors.ts';
import type { NodeId } from '../../../src/core/ids.ts';
import type { AgentPermissions } from '../../../src/core/tree/agent.ts';
import { refusalText } from '../../../src/ui-text/agents/command-effects.ts';
import { describeTurnUndo } from '../../../src/ui-text/agents/turns.ts';
import { mayNotAct } from '../../../src/ui-text/refusals.ts';
import { HandlersDesk } from '../../helpers/desk.ts';
import { temporaryFolder } from '../../helpers/grove.ts';
import { journalHere } from '../../helpers/journal.ts';
import { delta, hangsAfter, says, TurnDesk, usage } from '../../helpers/turn-desk.ts';
import { type Answering, DONE, ending, piece, refuses, streams } from '../../helpers/wire-server.ts';

const ASKING = { loom_aware: 'allow', loom_write: 'ask', loom_generate: 'never' } as const;

test('a turn acts through commands until an answer has none; its prose becomes messages', async () => {
  const opened = await TurnDesk.open({
    answers: ([first, second]) => [
      says('Let me ', `look.\n\n→ view [${first}]\n→ list [${first}] contin`, 'uations\n'),
      says(`→ think\nThe rain matters.\n←\nI leave a note.\n→ annotate [${second}] "Why empty?"\n`),
      says('Done.'),
    ],
  });
  const { desk, talk, nodes, server } = opened;
  const ended = await opened.turn('What do you think?');
  expect(ended).toMatchObject({ state: 'done', calls: 3, commands: 3, capped: null, error: null });
  const { segments } = await desk.call('path.read', { treeId: talk });
  expect(segments.text).toBe('What do you think?Let me look.I leave a note.Done.');
  const messages = desk.emitted('generation.updated').filter(({ state }) => state === 'done');
  expect(messages).toHaveLength(3);
  expect(await opened.actions()).toEqual([
    expect.objectContaining({
      line: `→ view [${nodes[0]?.localId}]`,
      outcome: 'done',
      result: expect.stringContaining('It rained'),
    }),
    expect.objectContaining({ line: `→ list [${nodes[0]?.localId}] continuations`, outcome: 'done' }),
    expect.objectContaining({ line: '→ think', outcome: 'done', result: '' }),
    expect.objectContaining({ line: `→ annotate [${nodes[1]?.localId}] "Why empty?"`, outcome: 'done' }),
  ]);
  expect(server.asked).toHaveLength(3);
  expect(opened.sent(1)).toContain('assistant: Let me look.');
  expect(opened.sent(1)).toContain('It rained all night.');
  const [note] = await desk.call('node.annotations', {
    treeId: opened.story,
    nodeId: nodes[1]?.id ?? (talk as never),
  });
  expect(note).toMatchObject({ text: 'Why empty?' });
  await opened.expectSound();
});

test('what an agent says while it still acts is shown as it streams, without its commands', async () => {
  const opened = await TurnDesk.open({
    answers: ([first]) => [says('I ', 'look', `.\n→ view [${first}]`, '\n'), says('It rains.')],
  });
  const ended = await opened.turn();
  const jobs = opened.desk.emitted('generation.started');
  expect(jobs.map(({ turnId, parentId }) => ({ turnId, parentId }))).toEqual([
    { turnId: ended.turnId, parentId: ended.parentId },
    { turnId: ended.turnId, parentId: jobs[0]?.slots[0]?.positionId },
  ]);
  const shown = (jobId: string) =>
    opened.desk
      .emitted('generation.updated')
      .filter((update) => update.jobId === jobId)
      .reduce((text, { from, append }) => text.slice(0, from) + append, '');
  expect(jobs.map(({ jobId }) => shown(jobId))).toEqual(['I look.', 'It rains.']);
});

test('a command that a model thinks of between its marks does not run, and what it thinks is no message', async () => {
  const opened = await TurnDesk.open({
    answers: ([first]) => [
      says('<think>\nI could ', `prune.\n→ prune [${first}]\n</th`, 'ink>\n\nIt ', 'rains.'),
      says('Or not.\n', `→ prune [${first}]\n</think>\nIt pours.`),
    ],
  });
  for (const said of ['It rains.', 'It pours.']) {
    expect(await opened.turn()).toMatchObject({ state: 'done', calls: 1, commands: 0 });
    const job = opened.desk.emitted('generation.updated').findLast(({ state }) => state === 'done')?.jobId;
    const shown = opened.desk
      .emitted('generation.updated')
      .filter((update) => update.jobId === job)
      .reduce((text, { from, append }) => text.slice(0, from) + append, '');
    expect(shown).toBe(said);
  }
  await opened.expectSound();
});

test('thoughts are folded above what is said next, and every answer has its record', async () => {
  const opened = await TurnDesk.open({
    answers: ([first]) => [
      says(`→ think\nWhere is it?\n←\n→ view [${first}]\n`),
      says('→ think It rains. ←\nIt rains.'),
    ],
  });
  const { desk, talk } = opened;
  const { turnId } = await opened.turn();
  const [turn] = await desk.call('turn.trace', { treeId: talk });
  expect(turn).toMatchObject({
    message: 'What do you think?',
    calls: [{ hasRecord: true, node: null }, { hasRecord: true }],
    actions: [{ thought: 'Where is it?' }, { thought: null }, { thought: 'It rains.', outcome: 'done' }],
  });
  expect(await desk.call('turn.thoughts', { treeId: talk })).toEqual([
    { positionId: turn?.calls[1]?.node?.positionId, thoughts: ['Where is it?', 'It rains.'] },
  ]);
  const record = await desk.call('turn.record', { turnId, call: 0 });
  expect(record).toMatchObject({ provider: 'here', prompt: 'rebuilt' });
  expect(record?.body?.text).toContain('Where is it?');
  expect(await desk.call('turn.record', { turnId, call: 2 })).toBeNull();
});

test('the trace is exported as it is read, as JSON and as Markdown', async () => {
  const opened = await TurnDesk.open({ answers: ([first]) => [says(`→ view [${first}]\n`), says('Done.')] });
  const { desk, talk, story } = opened;
  await desk.call('message.runCommands', { treeId: talk, at: null, text: '→ bookmark here "The end"' });
  expect(await desk.call('position.bookmarks', { treeId: story })).toHaveLength(1);
  await opened.turn();
  const turns = await desk.call('turn.trace', { treeId: talk });
  const exported = async (format: 'json' | 'markdown') => {
    expect(await desk.call('exchange.exportTrace', { treeId: talk, format })).not.toBeNull();
    const { value: name } = desk.events.findLast((event) => event.name === 'asked') ?? {};
    return readFileSync(join(desk.destination ?? '', String(name)), 'utf8');
  };
  const json = JSON.parse(await exported('json')) as object;
  expect(json).toMatchObject({
    turns: [
      { ...turns[0], agent: 'Analyst' },
      { ...turns[1], agent: 'Mara' },
    ],
  });
  const markdown = await exported('markdown');
  expect(markdown).toContain('## Turn 2, Analyst, 1 action');
  expect(markdown).toContain('> What do you think?');
  expect(markdown).toContain('→ bookmark here "The end"\n\n✓ bookmarked');
});

test('prose after commands ends the request: it was written without their results', async () => {
  const opened = await TurnDesk.open({
    answers: ([first]) => [
      says(`→ view [${first}]\nIt must be sunny.\n→ prune [${first}]\n`),
      says('It rains.'),
    ],
  });
  await opened.turn();
  expect((await opened.actions()).map(({ line }) => line)).toEqual([`→ view [${opened.nodes[0]?.localId}]`]);
  expect(opened.sent(1)).not.toContain('sunny');
});

test('another message waits for the turn before it, and can be stopped', async () => {
  const opened = await TurnDesk.open({ answers: () => [hangsAfter('I am'), says('Second.')] });
  const { desk } = opened;
  const first = await opened.begin('One?');
  await expect.poll(() => opened.server.asked.length, { timeout: 5_000 }).toBe(1);
  const second = await opened.begin('Two?');
  const third = await opened.begin('Three?');
  expect((await desk.call('turn.running', {})).map(({ phase }) => phase)).toEqual([
    'calling',
    'queued',
    'queued',
  ]);
  await desk.call('turn.stop', { turnId: third.turnId });
  await desk.call('turn.stop', { turnId: first.turnId });
  expect((await opened.until(second.turnId, 'ended')).state).toBe('done');
  expect([opened.latest(first.turnId).state, opened.latest(third.turnId).state]).toEqual([
    'stopped',
    'stopped',
  ]);
  expect(opened.server.asked).toHaveLength(2);
  await opened.expectSound();
});

/** The list of a service's models, with what a million tokens of each cost in dollars. */
function pricesOf(dollars: Readonly<Record<string, number>>): Answering {
  return (response) => {
    const data = Object.entries(dollars).map(([id, price]) => {
      const each = String(price / 1_000_000);
      return { id, pricing: { prompt: each, completion: each } };
    });
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end(JSON.stringify({ data }));
  };
}

/** A subject of the same service, which continues texts. */
async function addSubject({ desk, agentId }: TurnDesk) {
  const { agents } = (await desk.call('grove.current', {})) ?? { agents: [] };
  const modelRef = agents.find(({ id }) => id === agentId)?.modelRef?.replace(/:.*/, ':subject-1') ?? '';
  const subject = { name: 'Subject', modelRef, configuration: {}, color: null };
  return (await desk.call('agent.create', subject)).id;
}

test('of a turn that a later one has built on, what stays is named when it is undone', async () => {
  const opened = await TurnDesk.open({
    answers: ([first]) => [
      says(
        '→ respond here "The lamp went out."\n→ annotate here "Which lamp?"\n→ respond here "Snow fell."\n',
      ),
      says('Done.'),
      (response, asked) => {
        const [, made = first] = /✓ created \[(\w+)\] as continuation/.exec(opened.sent(1)) ?? [];
        return says(`→ respond [${made}] "Somebody lit it again."\n`)(response, asked);
      },
      says('Done.'),
    ],
  });
  const { desk } = opened;
  const before = await opened.turn();
  const [lamp] = (await opened.actions()).map(({ result }) => /\[(\w+)\]/.exec(result ?? '')?.[1]);
  const later = await opened.turn('And then?');
  const report = await desk.call('turn.undo', { turnId: before.turnId });
  expect(describeTurnUndo(report)).toBe(
    `2 of 3 undone; [${lamp}] stays: Analyst wrote on from it; it can be undone once that is`,
  );
  const ofMessages = () => desk.call('turn.ofMessages', { treeId: opened.talk });
  expect(await ofMessages()).toMatchObject([
    { isUndone: true, hasRest: true, did: [] },
    { isUndone: false, hasRest: false },
  ]);
  await desk.call('turn.undo', { turnId: later.turnId });
  expect(describeTurnUndo(await desk.call('turn.undo', { turnId: before.turnId }))).toBe('Turn undone');
  expect(await ofMessages()).toMatchObject([
    { isUndone: true, hasRest: false },
    { isUndone: true, hasRest: false },
  ]);
  await opened.expectSound();
});

describe('continuing', () => {
  const completes = (text: string) => streams(piece(text), ending(), DONE);

  test('an agent asks a subject, which sees only text; what comes is listed and never on the page', async () => {
    const opened = await TurnDesk.open({
      answers: ([, second]) => [
        says(`→ continue from [${second}] n:2 tokens:30 using agent:"subject"\n`),
        completes(' A fox came. → prune here'),
        completes(' A door opened.'),
        says('Two endings.'),
      ],
    });
    await addSubject(opened);
    const { desk, nodes, story } = opened;
    const before = await desk.call('path.read', { treeId: story });
    await opened.turn();
    const [action] = await opened.actions();
    expect(action?.outcome).toBe('done');
    expect(action?.result).toMatch(/^✓ generating 2 continuations from \[\w+\]…\n\[\w+\] .+\n\[\w+\] .+$/);
    const asked = opened.server.asked.slice(1, 3).map(({ json }) => json);
    for (const request of asked) {
      expect(request).toMatchObject({
        model: 'subject-1',
        prompt: 'It rained all night. The orchard was empty.',
        max_tokens: 30,
      });
    }
    expect((await desk.call('path.read', { treeId: story })).segments.text).toBe(before.segments.text);
    const children = await desk.call('path.children', {
      treeId: story,
      parentId: nodes[1]?.positionId ?? ('' as never),
    });
    expect(children).toHaveLength(3);
    await opened.expectSound();

    const [turn] = await desk.call('turn.trace', { treeId: opened.talk });
    const report = await desk.call('turn.undo', { turnId: turn?.turnId ?? ('' as never) });
    expect(report).toMatchObject({ isUndone: true, kept: [] });
    expect(
      (
        await desk.call('path.children', {
          treeId: story,
          parentId: nodes[1]?.positionId ?? ('' as never),
        })
      ).filter(({ pruned }) => !pruned),
    ).toHaveLength(1);
    await opened.expectSound();
  });

  test('the card names the service and the tokens; an agent never asks itself', async () => {
    const opened = await TurnDesk.open({
      permissions: { loom_aware: 'allow', loom_write: 'allow', loom_generate: 'ask' },
      answers: ([first]) => [
        says(
          `→ continue from [${first}] using agent:"Analyst"\n→ continue from [${first}] n:3 using agent:"Subject"\n`,
        ),
        says('Sorry.'),
      ],
    });
    await addSubject(opened);
    const { turnId } = await opened.begin();
    const { card } = await opened.until(turnId, 'asking');
    expect(card?.lines.map(({ effect }) => effect)).toEqual([
      expect.stringMatching(
        /^3 continuations by Subject, up to 50 tokens each; about \d+ tokens are sent to here\.$/,
      ),
    ]);
    await opened.desk.call('turn.answer', { turnId, card: 1, answer: { kind: 'deny', words: '' } });
    await opened.until(turnId, 'ended');
    expect((await opened.actions()).map(({ outcome, result }) => [outcome, result?.split('\n')[0]])).toEqual([
      ['PERMISSION_DENIED', '✗ PERMISSION_DENIED: an agent cannot ask itself'],
      ['PERMISSION_DENIED', '✗ PERMISSION_DENIED: the human said no'],
    ]);
  });

  test('agents of one name are named with their ids, and one of them is asked by its id', async () => {
    let second = '';
    const opened = await TurnDesk.open({
      permissions: { loom_aware: 'allow', loom_generate: 'allow' },
      answers: ([first]) => [
        says(`→ continue from [${first}] n:1 tokens:30 using agent:"subject"\n`),
        (response, asked) =>
          says(`→ continue from [${first}] n:1 tokens:30 using agent:[${second}]\n`)(response, asked),
        streams(piece('Snow fell.'), ending('stop'), DONE),
        says('Done.'),
      ],
    });
    const ids = [await addSubject(opened), await addSubject(opened)];
    second = ids[1] ?? '';
    await opened.turn();
    const [refused, asked] = (await opened.actions()).map(({ result }) => result);
    expect(refused).toContain('✗ INVALID_SYNTAX: 2 agents are called “subject”');
    for (const id of ids) expect(refused).toContain(`using agent:[${id}]`);
    expect(asked).toContain('Snow fell.');
  });

  test('what fails is told with its reason; Stop ends continuations too', async () => {
    const opened = await TurnDesk.open({
      answers: ([first]) => [
        says(`→ continue from [${first}] n:1 using agent:"Subject"\n`),
        refuses(401, 'bad key'),
        says(`→ continue from [${first}] n:1 using agent:"Subject"\n`),
        hangsAfter(),
      ],
    });
    await addSubject(opened);
    const { turnId } = await opened.begin();
    await expect.poll(() => opened.server.asked.length, { timeout: 5_000 }).toBe(4);
    expect(opened.latest(turnId).phase).toBe('continuing');
    await opened.desk.call('turn.stop', { turnId });
    expect((await opened.actions())[0]).toMatchObject({ outcome: 'MODEL_ERROR' });
    expect(opened.latest(turnId).state).toBe('stopped');
    await opened.expectSound();
  });
});

describe('permissions', () => {
  test('nothing is written until it is allowed', async () => {
    const opened = await TurnDesk.open({
      permissions: ASKING,
      answers: ([first]) => [
        says(`→ view [${first}]\n→ annotate [${first}] "Wet."\n→ bookmark [${first}]\n`),
        says('Done.'),
      ],
    });
    const { desk, nodes } = opened;
    const { turnId } = await opened.begin();
    const { card } = await opened.until(turnId, 'asking');
    expect(card).toMatchObject({ card: 1, hasGrown: false });
    expect(card?.lines.map(({ ordinal, line, permission }) => ({ ordinal, line, permission }))).toEqual([
      { ordinal: 1, line: `→ annotate [${nodes[0]?.localId}] "Wet."`, permission: 'loom_write' },
      { ordinal: 2, line: `→ bookmark [${nodes[0]?.localId}]`, permission: 'loom_write' },
    ]);
    expect(await desk.call('position.bookmarks', { treeId: opened.story })).toEqual([]);
    await expect(
      desk.call('turn.answer', { turnId, card: 2, answer: { kind: 'allow', lines: [1, 2], forTurn: false } }),
    ).rejects.toThrow(AspenError);
    await desk.call('turn.answer', {
      turnId,
      card: 1,
      answer: { kind: 'allow', lines: [2], forTurn: false },
    });
    await opened.until(turnId, 'ended');
    expect((await opened.actions()).map(({ approval, outcome }) => [approval, outcome])).toEqual([
      [null, 'done'],
      ['denied', 'PERMISSION_DENIED'],
      ['once', 'done'],
    ]);
    expect(await desk.call('position.bookmarks', { treeId: opened.story })).toHaveLength(1);
  });

  test('a line leads to the words that it would change, in what the writer reads of a divided text', async () => {
    const opened = await TurnDesk.open({
      permissions: ASKING,
      answers: ([first]) => [
        says(`→ edit [${first}] "It snowed all night. "\n→ edit [${first}] "It rained all day. "\n`),
        says('Done.'),
      ],
    });
    const { desk, nodes, story } = opened;
    const base = nodes[0]?.id ?? null;
    await desk.call('node.split', {
      ...(await desk.intent([], story)),
      nodeId: base,
      offset: 'It rained all'.length,
    });
    const { turnId } = await opened.begin();
    const { card } = await opened.until(turnId, 'asking');
    const { segments } = await desk.call('path.read', { treeId: story });
    expect(card?.lines.map(({ place }) => place)).toMatchObject([
      {
        nodeId: segments.nodeIds,
        positionId: segments.positionIds,
        from: 3,
        to: 9,
        words: 'rained all night',
      },
      { nodeId: base, positionId: nodes[0]?.positionId, from: 14, to: 19, words: 'night' },
    ]);
  });

  test('words that deny are sent back; what is allowed for the turn is not asked again', async () => {
    const opened = await TurnDesk.open({
      permissions: ASKING,
      answers: ([first]) => [
        says(`→ exclude [${first}]\n`),
        says(`→ bookmark [${first}]\n`),
        says(`→ annotate [${first}] "Rain"\n`),
        says('Done.'),
      ],
    });
    const { desk } = opened;
    const { turnId } = await opened.begin();
    await opened.until(turnId, 'asking');
    await desk.call('turn.answer', { turnId, card: 1, answer: { kind: 'deny', words: 'Never the rain.' } });
    await expect.poll(() => opened.latest(turnId).card?.card, { timeout: 5_000 }).toBe(2);
    const [bookmark] = opened.latest(turnId).card?.lines ?? [];
    await desk.call('turn.answer', {
      turnId,
      card: 2,
      answer: { kind: 'allow', lines: [bookmark?.ordinal ?? -1], forTurn: true },
    });
    expect(await opened.until(turnId, 'ended')).toMatchObject({ state: 'done', calls: 4 });
    expect((await opened.actions()).map(({ approval }) => approval)).toEqual(['denied', 'turn', null]);
    expect(opened.sent(1)).toContain('✗ PERMISSION_DENIED: the human said no: Never the rain.');
  });

  test('what would act on another node by now, or on more, is asked again', async () => {
    const opened = await TurnDesk.open({
      permissions: ASKING,
      answers: ([, , third]) => [says(`→ exclude head\n→ restore [${third}]\n`), says('Done.')],
    });
    const { desk, story } = opened;
    const { turnId } = await opened.begin();
    const { card } = await opened.until(turnId, 'asking');
    expect(card?.lines.map(({ effect }) => effect)).toEqual([
      'Leaves this text out of what models are sent.',
      'Brings back this text.',
    ]);
    await desk.commit([desk.typed('The writer goes on.')]);
    const made = (await desk.call('node.read', { treeId: story, nodeId: await desk.nodeAt(3) })).node;
    const allow = (number: number) =>
      desk.call('turn.answer', {
        turnId,
        card: number,
        answer: { kind: 'allow', lines: [0, 1], forTurn: false },
      });
    await allow(1);
    await expect.poll(() => opened.latest(turnId).card?.card, { timeout: 5_000 }).toBe(2);
    expect(opened.latest(turnId).card).toMatchObject({
      hasGrown: true,
      lines: [
        { place: { nodeId: made.id, words: 'The writer goes on' } },
        { effect: 'Brings back this text and 1 text that follows it.' },
      ],
    });
    expect(await opened.actions()).toEqual([]);
    await allow(2);
    expect(await opened.until(turnId, 'ended')).toMatchObject({ state: 'done' });
    expect((await opened.actions()).map(({ approval, outcome }) => [approval, outcome])).toEqual([
      ['once', 'done'],
      ['once', 'done'],
    ]);
  });

  test('the card of an edit shows the words that it would change', async () => {
    const opened = await TurnDesk.open({
      permissions: ASKING,
      answers: ([first]) => [says(`→ edit [${first}] "It snowed all night. "\n`), says('Done.')],
    });
    const { turnId } = await opened.begin();
    const { card } = await opened.until(turnId, 'asking');
    const [line] = card?.lines ?? [];
    expect(line?.changes.map(({ removed, inserted }) => [removed, inserted])).toEqual([['rained', 'snowed']]);
    await opened.desk.call('turn.stop', { turnId });
  });

  test('what would be refused is not asked about, and the refusal is the same', async () => {
    const lines = ([first, , third]: readonly string[]) =>
      [
        `→ prune [${first}]`,
        '→ prune root',
        '→ edit root "x"',
        `→ edit [${third}] "Somebody came."`,
        '→ annotate quote:"nowhere" "x"',
        '→ respond [zzzzzz] "x"',
        '→ replace "nowhere" with "x"',
      ].join('\n');
    const refusals = async (permissions: AgentPermissions) => {
      const opened = await TurnDesk.open({
        permissions,
        answers: (ids) => [says(lines(ids)), says('Sorry.')],
      });
      const { desk, nodes } = opened;
      // The writer is editing the last text.
      const typing = await desk.intent([desk.typed('!', { nodeId: nodes[2]?.id as NodeId, offset: 12 })]);
      await desk.call('draft.save', { ...typing, digest: null });
      expect(await opened.turn()).toMatchObject({ state: 'done' });
      const ids = new RegExp(nodes.map(({ localId }) => localId).join('|'), 'g');
      return (await opened.actions()).map(({ approval, outcome, result }) => {
        expect(approval).toBeNull();
        return [outcome, result?.replace(ids, 'id')];
      });
    };
    const unasked = await refusals({ ...ASKING, edit_apply: 'allow' });
    expect(unasked.map(([outcome]) => outcome)).toEqual([
      'CONFLICT',
      'INVALID_SYNTAX',
      'INVALID_SYNTAX',
      'CONFLICT',
      'CONFLICT',
      'NOT_FOUND',
      'CONFLICT',
    ]);
    expect(await refusals({ ...ASKING, loom_write: 'allow', edit_apply: 'allow' })).toEqual(unasked);
  });

  test('under its message stands what a turn did, and what was refused', async () => {
    const opened = await TurnDesk.open({
      answers: ([first, second, third]) => [
        says(`→ view [${first}]\n→ view [${second}]\n→ annotate [${second}] "Whose?"\n→ prune [${third}]\n`),
        says('→ replace "empty" with "bare"\n'),
        says('Done.'),
      ],
    });
    const { desk, talk, story, nodes } = opened;
    const { turnId } = await opened.turn();
    const ofMessages = async () => (await desk.call('turn.ofMessages', { treeId: talk }))[0];
    const [proposal] = await desk.call('proposal.list', { treeId: story });
    const { segments } = await desk.call('path.read', { treeId: talk });
    expect(await ofMessages()).toEqual({
      turnId,
      positionId: segments.positionIds.slice(-26),
      isUndone: false,
      hasRest: false,
      isRevertible: true,
      did: [
        { kind: 'read', count: 2, localId: nodes[0]?.localId, proposal: null },
        { kind: 'notes', count: 1, localId: nodes[1]?.localId, proposal: null },
        {
          kind: 'suggestions',
          count: 1,
          localId: null,
          proposal: { treeId: story, proposalId: proposal?.proposalId },
        },
      ],
      refused: [
        {
          verb: 'prune',
          line: `→ prune [${nodes[2]?.localId}]`,
          result: `✗ CONFLICT: the human’s path runs through [${nodes[2]?.localId}]`,
        },
      ],
    });
    const [refused] = (await ofMessages())?.refused ?? [];
    expect(refusalText(refused?.verb ?? null, refused?.result ?? '')).toBe(
      'Setting a text aside was refused: your path runs through it.',
    );
    await desk.call('turn.undo', { turnId });
    const read = { kind: 'read', count: 2 };
    expect(await ofMessages()).toMatchObject({ isUndone: true, isRevertible: true, did: [read] });
    await desk.call('turn.redo', { turnId });
    expect((await ofMessages())?.did).toHaveLength(3);
  });

  test('what was never permitted is refused without a question', async () => {
    const opened = await TurnDesk.open({
      permissions: { loom_aware: 'allow', loom_write: 'never' },
      answers: ([first]) => [says(`→ prune [${first}]\n`), says('Sorry.')],
    });
    expect(await opened.turn()).toMatchObject({ state: 'done' });
    expect((await opened.actions())[0]?.result).toBe(
      '✗ PERMISSION_DENIED: loom_write not enabled\n  hint: request elevated permissions or ask the human to write',
    );
  });
});

describe('caps', () => {
  test('at the cap on calls the turn ends and says so; the next goes on with what it did', async () => {
    const opened = await TurnDesk.open({
      configuration: { caps: { calls: 2 } },
      answers: ([first, second]) => [
        says(`→ view [${first}]\n`),
        says(`I go on.\n→ bookmark [${second}]\n`),
        says('Finished.'),
      ],
    });
    const capped = await opened.turn();
    expect(capped).toMatchObject({ state: 'capped', capped: 'calls', calls: 2, commands: 2 });
    const next = await opened.begin('', capped.turnId);
    expect((await opened.until(next.turnId, 'ended')).state).toBe('done');
    expect(opened.sent(2)).toContain(`→ bookmark [${opened.nodes[1]?.localId}]`);
    const { desk, agentId } = opened;
    const { name } = await desk.call('agent.update', { agentId, permissions: { loom_aware: 'never' } });
    await expect(opened.begin('', capped.turnId)).rejects.toMatchObject({ detail: mayNotAct(name) });
    await opened.expectSound();
  });

  test('commands and nodes over their caps answer LIMIT_EXCEEDED', async () => {
    const opened = await TurnDesk.open({
      configuration: { caps: { commands: 3, nodes: 1 } },
      answers: ([first]) => [
        says(`→ annotate [${first}] "One."\n→ annotate [${first}] "Two."\n→ tree\n→ tree\n`),
        says('Done.'),
      ],
    });
    await opened.turn();
    expect((await opened.actions()).map(({ outcome }) => outcome)).toEqual([
      'done',
      'LIMIT_EXCEEDED',
      'done',
      'LIMIT_EXCEEDED',
    ]);
  });

  test('a request whose estimate exceeds the tokens does not begin', async () => {
    const opened = await TurnDesk.open({
      configuration: { caps: { tokens: 150 } },
      answers: () => [says('Hm.')],
    });
    expect(await opened.turn()).toMatchObject({ state: 'capped', capped: 'tokens', calls: 0 });
    expect(opened.server.asked).toHaveLength(0);
  });

  test('nor does one that would cost more than the turn may, by the agent or one that it asks', async () => {
    const open = (dollars: number) =>
      TurnDesk.open({
        configuration: { caps: { dollars } },
        answers: ([first]) => [
          pricesOf({ 'analyst-1': 1, 'subject-1': 100 }),
          says(`→ continue [${first}] n:10 tokens:1000 using agent:"Subject"\n`),
          says(`→ continue [${first}] tokens:30 using agent:"Subject"\n`),
          streams(piece(' A fox came.'), ending(), usage(200, 10), DONE),
          says('Done.'),
        ],
      });
    const listPrices = async ({ desk, agentId }: TurnDesk) => {
      const agent = desk.grove.snapshot().agents.find(({ id }) => id === agentId);
      await desk.call('provider.models', { id: agent?.modelRef?.split(':')[0] ?? '' });
    };
    const poor = await open(0.000_001);
    await listPrices(poor);
    expect(await poor.turn()).toMatchObject({ state: 'capped', capped: 'dollars', calls: 0 });
    expect(poor.server.asked).toHaveLength(1);

    const opened = await open(0.5);
    await listPrices(opened);
    await addSubject(opened);
    expect(await opened.turn()).toMatchObject({ state: 'done', calls: 3 });
    expect((await opened.actions()).map(({ result }) => result?.split('\n')[0])).toEqual([
      expect.stringMatching(
        /^✗ LIMIT_EXCEEDED: this costs about \$1\.\d\d, and \$0\.50 are left in this turn$/,
      ),
      expect.stringMatching(/^✓ generating 1 continuation /),
    ]);
    const [turn] = await opened.desk.call('turn.trace', { treeId: opened.talk });
    expect(turn).toMatchObject({
      isEstimated: false,
      used: { tokens: 3 * 120 + 210, dollars: 0.021_36 },
    });
  });
});

describe('stopping and failing', () => {
  test.each([
    ['before an answer begins', 'calling', [() => undefined], 1],
    ['between two attempts', 'calling', [refuses(429, 'later', { 'retry-after': '30' })], 1],
    ['while a subject does not answer', 'continuing', [null, () => undefined], 2],
    [
      'between two attempts of a subject',
      'continuing',
      [null, refuses(503, 'later', { 'retry-after': '30' })],
      2,
    ],
  ] as const)('Stop %s ends the turn, and nothing is asked again', async (_, phase, given, asked) => {
    const opened = await TurnDesk.open({
      answers: ([first]) =>
        given.map((answer) => answer ?? says(`→ continue from [${first}] using agent:"Subject"\n`)),
    });
    await addSubject(opened);
    const { turnId } = await opened.begin();
    await expect.poll(() => opened.server.asked.length, { timeout: 5_000 }).toBe(asked);
    expect(opened.latest(turnId).phase).toBe(phase);
    await opened.desk.call('turn.stop', { turnId });
    expect(opened.latest(turnId)).toMatchObject({ state: 'stopped', phase: 'ended' });
    expect(opened.server.asked).toHaveLength(asked);
    expect(await opened.desk.call('generation.running', { treeId: opened.story })).toEqual([]);
    await opened.expectSound();
  });

  test('Stop while commands are carried out leaves the rest of them', async () => {
    const opened = await TurnDesk.open({
      answers: ([first]) => [says(`→ annotate [${first}] "Wet."\n`.repeat(15)), says('Never asked.')],
    });
    const { turnId } = await opened.begin();
    await expect
      .poll(() => opened.latest(turnId).commands, { timeout: 5_000, interval: 1 })
      .toBeGreaterThan(0);
    await opened.desk.call('turn.stop', { turnId });
    const outcomes = (await opened.actions()).map(({ outcome }) => outcome);
    expect(outcomes).toHaveLength(15);
    expect(outcomes.at(-1)).toBeNull();
    expect(opened.server.asked).toHaveLength(1);
  });

  test('Stop during an answer keeps what arrived and runs nothing of it', async () => {
    const opened = await TurnDesk.open({
      answers: ([first]) => [hangsAfter(`I look.\n→ prune [${first}]\n→ prune [`)],
    });
    const { turnId } = await opened.begin();
    await expect
      .poll(() => opened.desk.emitted('generation.updated').length, { timeout: 5_000 })
      .toBeGreaterThan(0);
    const before = performance.now();
    await opened.desk.call('turn.stop', { turnId });
    expect(performance.now() - before).toBeLessThan(5_000);
    expect(opened.latest(turnId)).toMatchObject({ state: 'stopped', phase: 'ended' });
    expect((await opened.actions()).map(({ outcome }) => outcome)).toEqual([null, null]);
    await opened.expectSound();
  });

  test('an answer that is stopped like any reply ends its turn too', async () => {
    const opened = await TurnDesk.open({
      answers: ([first]) => [hangsAfter(`I look.\n→ prune [${first}]\n`, '→ tree\n'), says('Never asked.')],
    });
    const { desk } = opened;
    const { turnId } = await opened.begin();
    await expect.poll(() => desk.emitted('generation.updated').length, { timeout: 5_000 }).toBeGreaterThan(0);
    await desk.call('generation.stop', { jobId: null, slot: null });
    expect(await opened.until(turnId, 'ended')).toMatchObject({ state: 'stopped', calls: 1 });
    expect((await opened.actions()).map(({ outcome }) => outcome)).toEqual([null, null]);
  });

  test('when the time is over, the turn ends and what arrived is not carried out', async () => {
    const opened = await TurnDesk.open({
      configuration: { caps: { minutes: 0.01 } },
      answers: ([first]) => [hangsAfter(`→ prune [${first}]\n`, '→ tree\n')],
    });
    expect(await opened.turn()).toMatchObject({ state: 'capped', capped: 'minutes' });
    expect((await opened.actions()).filter(({ outcome }) => outcome !== null)).toEqual([]);
  });

  test('Stop while a card waits denies it', async () => {
    const opened = await TurnDesk.open({
      permissions: ASKING,
      answers: ([first]) => [says(`→ exclude [${first}]\n`), says('Never asked.')],
    });
    const { turnId } = await opened.begin();
    await opened.until(turnId, 'asking');
    await opened.desk.call('turn.stop', { turnId: null });
    expect(opened.latest(turnId)).toMatchObject({ state: 'stopped', card: null });
    expect(opened.server.asked).toHaveLength(1);
  });

  test('a turn whose request fails ends failed, with the reason', async () => {
    const opened = await TurnDesk.open({ answers: () => [refuses(401, 'bad key')] });
    const ended = await opened.turn();
    expect(ended).toMatchObject({ state: 'failed', error: { code: 'AUTHENTICATION' } });
    expect((await opened.desk.call('turn.trace', { treeId: opened.talk }))[0]).toMatchObject({
      state: 'failed',
      calls: [{ hasRecord: false, node: null }],
    });
    await opened.expectSound();
  });

  test('an answer that was cut off runs nothing', async () => {
    const opened = await TurnDesk.open({
      answers: ([first]) => [
        (response) => {
          response.writeHead(200, { 'content-type': 'text/event-stream' });
          response.end(delta(`I look.\n→ prune [${first}]\n`));
        },
      ],
    });
    expect((await opened.turn()).state).toBe('failed');
    expect((await opened.actions()).map(({ outcome }) => outcome)).toEqual([null]);
  });

  test('a service that dies in the middle of a turn, while another tree is shown, leaves what was said before', async () => {
    const opened = await TurnDesk.open({
      answers: ([first]) => [
        says(`I look.\n→ view [${first}]\n`),
        (response) => {
          response.writeHead(200, { 'content-type': 'text/event-stream' });
          response.write(delta(`It rains, and\n→ prune [${first}]\n`));
          setImmediate(() => response.destroy());
        },
        says('Here I am again.'),
      ],
    });
    const { desk, talk, story } = opened;
    await desk.call('tree.show', { treeId: story });
    const ended = await opened.turn();
    expect(ended).toMatchObject({ state: 'failed', calls: 2, error: { code: 'BROKEN_OFF' } });
    const { segments } = await desk.call('path.read', { treeId: talk });
    expect(segments.text).toBe('What do you think?I look.');
    expect((await opened.actions()).map(({ outcome }) => outcome)).toEqual(['done', null]);
    expect(await opened.turn('And now?')).toMatchObject({ state: 'done' });
    expect(opened.sent(2)).toContain('assistant: I look.');
    await opened.expectSound();
  });

  test('a turn ends while its grove closes: what was said is there when it opens again', async () => {
    const opened = await TurnDesk.open({
      answers: ([first]) => [
        says(`I look.\n→ view [${first}]\n`),
        hangsAfter('It rains.\n', `→ prune [${first}]\n`),
      ],
    });
    const { desk, talk } = opened;
    const { turnId } = await opened.begin();
    await expect.poll(() => opened.server.asked.length).toBe(2);
    await desk.close();
    expect(opened.latest(turnId)).toMatchObject({ phase: 'ended', state: 'stopped' });
    const next = new HandlersDesk(desk.path);
    expect(await next.call('turn.trace', { treeId: talk })).toMatchObject([{ state: 'stopped' }]);
    const { segments } = await next.call('path.read', { treeId: talk });
    expect(segments.text).toMatch(/^What do you think\?I look\.(It rains\.)?$/);
    const verdict = await next.call('grove.verify', {});
    expect(verdict).toMatchObject({ nodes: { invalid: 0 }, violations: [], log: [], records: [] });
  });

  test('a program that ends during an answer leaves its record and the trace, never a message', async () => {
    const journal = journalHere();
    const opened = await TurnDesk.open({
      desk: new HandlersDesk(undefined, 0, journal),
      answers: ([first]) => [hangsAfter(`I look.\n→ prune [${first}]\n`, '→ tree\n')],
    });
    const { desk, talk } = opened;
    await opened.begin();
    const groveId = desk.grove.snapshot().id;
    await expect
      .poll(async () => (await journal.read(groveId, [])).partials.length, { timeout: 10_000 })
      .toBe(1);
    const copy = join(temporaryFolder(), 'story.aspen');
    copyFileSync(desk.path, copy);
    const next = new HandlersDesk(copy, 100_000, journal);
    await next.grove.recover([next.grove.sessionId]);
    expect(await next.call('turn.trace', { treeId: talk })).toMatchObject([
      { state: 'stopped', calls: [{ hasRecord: true, node: null }], actions: [] },
    ]);
    expect((await next.call('path.read', { treeId: talk })).segments.count).toBe(1);
    expect(next.grove.snapshot().notices).toMatchObject([
      { sentence: expect.stringContaining('An agent was at work when the program ended.') },
    ]);
    const verdict = await next.call('grove.verify', {});
    expect(verdict).toMatchObject({ nodes: { invalid: 0 }, violations: [], log: [], records: [] });
    await desk.call('turn.stop', { turnId: null });
  });
});
