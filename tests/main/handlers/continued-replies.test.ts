/** An agent goes on with its own reply (`dialogue.md`, *Replies*): what it is sent, what is kept, what the path says. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { expect, test } from 'vitest';
import { GO_ON_INSTRUCTION } from '../../../src/core/context/messages.ts';
import type { PositionId } from '../../../src/core/ids.ts';
import { temporaryFolder } from '../../helpers/grove.ts';
import { type Answering, DONE, streams } from '../../helpers/wire-server.ts';
import { answers, delta, Talk } from './talk.ts';

const cutAt = (...texts: readonly string[]): Answering =>
  streams(...texts.map((text) => delta(text)), delta(null, 'length'), DONE);

/** Answers one after another; the last one also all later requests. */
const inTurn = (...all: readonly Answering[]): Answering => {
  let asked = 0;
  return (response, request) => {
    const answer = all[Math.min(asked, all.length - 1)];
    asked += 1;
    answer?.(response, request);
  };
};

/** A conversation whose first reply is cut off, and is its head. */
async function openCut(...rest: readonly Answering[]): Promise<{ talk: Talk; cut: PositionId | undefined }> {
  const talk = await Talk.open(inTurn(cutAt('The lamp by', ' the harbour'), ...rest));
  await talk.type('Tell me of the lamp.');
  const [cut] = await talk.ask('Opus');
  await talk.show(cut);
  return { talk, cut };
}

/** The seams of the nodes, in the order they were made. */
function seams({ desk }: Talk): readonly unknown[] {
  const file = new Database(desk.path, { readonly: true });
  try {
    const rows = file
      .prepare<[], { seam: string }>('SELECT seam FROM node WHERE seam IS NOT NULL ORDER BY id')
      .all();
    return rows.map(({ seam }) => JSON.parse(seam));
  } finally {
    file.close();
  }
}

const facts = async ({ desk }: Talk) => {
  const { continues, unfinished, cut } = await desk.segments();
  return { continues, unfinished, cut };
};

test('an instructed model is sent the reply and told to go on; what it repeats is trimmed and recorded', async () => {
  const { talk, cut } = await openCut(cutAt('The lamp by the harbour', ' is old.'));
  expect(await facts(talk)).toEqual({ continues: [], unfinished: [1], cut: [1] });
  const second = await talk.goOn('Opus', cut);
  expect(talk.asked('Opus').json.messages).toEqual([
    { role: 'user', content: 'Tell me of the lamp.' },
    { role: 'assistant', content: 'The lamp by the harbour' },
    { role: 'user', content: GO_ON_INSTRUCTION },
  ]);
  await talk.show(second);
  expect(await talk.shown()).toEqual([
    'Mara: Tell me of the lamp.',
    'Opus: The lamp by the harbour',
    'Opus:  is old.',
  ]);
  expect(await facts(talk)).toEqual({ continues: [2], unfinished: [1, 2], cut: [1, 2] });
  expect(await talk.recordAt(2)).toMatchObject({ prompt: 'rebuilt' });
  expect(seams(talk)).toEqual([
    { promptTrimmed: 0, answerTrimmed: 0 },
    { promptTrimmed: 0, answerTrimmed: 23, continues: true },
  ]);
  expect(await talk.desk.call('grove.verify', {})).toMatchObject({
    nodes: { verdict: 'valid' },
    records: [],
  });
});

/** A service that goes on with a message that ends what it is sent, and knows no other requests than for chats. */
const continuing: Answering = (response, asked) => {
  const messages = asked.json.messages as readonly { readonly role: string; readonly content: string }[];
  if (!asked.path.endsWith('/chat/completions')) {
    response.writeHead(404);
    response.end();
  } else if (asked.json.stream === true) {
    const said = messages.at(-1)?.role === 'assistant' ? ' is old.' : 'The lamp by the harbour';
    void cutAt(said)(response, asked);
  } else {
    const isCut = messages.at(-1)?.content.endsWith(' qui') === true;
    const choice = { index: 0, message: { role: 'assistant', content: isCut ? 'et harbour.' : 'Amber' } };
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end(JSON.stringify({ choices: [choice] }));
  }
};

test('a model that a test saw go on with a message is sent one, and no other model of its service', async () => {
  const talk = await Talk.open(continuing);
  const { desk } = talk;
  const [service] = await desk.call('provider.list', {});
  if (service === undefined) throw new Error('no service');
  const { abilities } = await desk.call('provider.test', { id: service.id, model: 'opus-1' });
  expect(abilities.continuesMessages).toBe(true);
  await talk.type('Tell me of the lamp.');
  const [opus, sonnet] = await talk.ask('Opus', 'Sonnet');
  for (const [name, position] of [
    ['Sonnet', sonnet],
    ['Opus', opus],
  ] as const) {
    await talk.show(position);
    const part = await talk.goOn(name, position);
    const said = talk.asked(name).json.messages as readonly { readonly role: string }[];
    const roles = ['user', 'assistant', ...(name === 'Opus' ? [] : ['user'])];
    expect(said.map(({ role }) => role)).toEqual(roles);
    await desk.call('path.moveHead', { ...(await desk.intent()), to: await desk.positionAt(0) });
    if (name === 'Opus') await talk.show(position).then(() => talk.show(part));
  }
  expect(await talk.shown()).toEqual([
    'Mara: Tell me of the lamp.',
    'Opus: The lamp by the harbour',
    'Opus:  is old.',
  ]);
});

test('parts are sent and exported as one message from then on, and each can be requested again', async () => {
  const { talk, cut } = await openCut(cutAt(' is'), cutAt(' was lit.'), answers('I see.'));
  const first = await talk.goOn('Opus', cut);
  const second = await talk.goOn('Opus', cut);
  expect([first, second].every((position) => position !== undefined)).toBe(true);
  await talk.show(second);
  await talk.type('And then?');
  await talk.ask('Opus');
  expect(talk.asked('Opus').json.messages).toEqual([
    { role: 'user', content: 'Tell me of the lamp.' },
    { role: 'assistant', content: 'The lamp by the harbour was lit.' },
    { role: 'user', content: 'And then?' },
  ]);
  expect(await facts(talk)).toMatchObject({ continues: [2] });
  const { desk } = talk;
  desk.destination = temporaryFolder();
  const asked = { treeId: desk.treeId, withFences: true, formatMessages: true, names: 'colon' } as const;
  await desk.call('exchange.exportPath', { ...asked, format: 'markdown' });
  const [name = ''] = readdirSync(desk.destination);
  expect(readFileSync(join(desk.destination, name), 'utf8')).toBe(
    'MARA: Tell me of the lamp.\n\nOPUS: The lamp by the harbour was lit.\n\nMARA: And then?\n\nOPUS: I see.\n',
  );
});

test('only its own message that is sent can be continued by an agent, in a conversation', async () => {
  const { talk, cut } = await openCut(answers('No.'));
  const refused = expect.objectContaining({ code: 'INVALID_ARGUMENT' });
  await expect(talk.goOn('Sonnet', cut)).rejects.toEqual(refused);
  const { positionIds } = await talk.desk.segments();
  await expect(talk.goOn('Opus', positionIds.slice(0, 26) as PositionId)).rejects.toEqual(refused);
  const reply = { ...(await talk.desk.intent()), positionId: cut ?? ('' as PositionId) };
  await talk.desk.call('position.exclude', { ...reply, excluded: true });
  await expect(talk.goOn('Opus', cut)).rejects.toEqual(refused);
});

test('a fix of a part and a branch of it are parts too', async () => {
  const { talk, cut } = await openCut(cutAt(' is old.'));
  await talk.show(await talk.goOn('Opus', cut));
  const { desk } = talk;
  for (const how of ['inPlace', 'branch'] as const) {
    const nodeId = await desk.nodeAt(2);
    const ops = [desk.typed(`${how}: `, { nodeId })];
    await desk.call('message.saveEdit', { ...(await desk.intent(ops)), nodeId, how });
    expect(await facts(talk)).toEqual({ continues: [2], unfinished: [1, 2], cut: [1] });
  }
  expect((await talk.shown()).at(-1)).toBe('Mara: branch: inPlace:  is old.');
});
