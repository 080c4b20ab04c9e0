/** Agents' contexts in a conversation, and the results of their answers (`dialogue.md`, *Context*). */
import { describe, expect, test } from 'vitest';
import { namesInstruction } from '../../../src/core/context/messages.ts';
import type { ContextPreview } from '../../../src/ipc/wire/context.ts';
import type { GenerationUpdate } from '../../../src/ipc/wire/generation.ts';
import { type Answering, DONE, ending, event, refuses, streams } from '../../helpers/wire-server.ts';
import { answers, delta, Talk } from './talk.ts';

/** The messages of a preview, as they would be sent. */
function previewed({ messages, pieces }: ContextPreview) {
  let at = 0;
  return messages.map(({ role, pieces: count }) => {
    const own = pieces.slice(at, at + count);
    at += count;
    return { role, content: own.map(({ text }) => text.beginning).join('') };
  });
}

const byModel: Answering = (response, asked) =>
  answers(asked.json.model === 'opus-1' ? 'I am ' : 'It is ', 'here.')(response, asked);

test('each of two agents is sent the other’s words as the user’s, with names, and its own as the assistant’s', async () => {
  const talk = await Talk.open(byModel);
  await talk.type('Who is there?');
  const [opus] = await talk.ask('Opus', 'Sonnet');
  for (const name of ['Opus', 'Sonnet'])
    expect(talk.asked(name).json.messages).toEqual([{ role: 'user', content: 'Who is there?' }]);
  await talk.show(opus);
  await talk.type('And Sonnet?');
  const [, sonnet] = await talk.ask('Opus', 'Sonnet');
  expect(talk.asked('Opus').json.messages).toEqual([
    { role: 'user', content: 'Who is there?' },
    { role: 'assistant', content: 'I am here.' },
    { role: 'user', content: 'And Sonnet?' },
  ]);
  await talk.show(sonnet);
  await talk.type('Both, then.');
  const both = [talk.agent('Opus'), talk.agent('Sonnet')];
  const preview = await talk.preview('Sonnet', { agentIds: both });
  await talk.ask('Opus', 'Sonnet');
  expect(talk.asked('Opus').path).toBe('/v1/chat/completions');
  expect(talk.asked('Opus').json.messages).toEqual([
    { role: 'system', content: namesInstruction('Opus') },
    { role: 'user', content: 'Mara: Who is there?' },
    { role: 'assistant', content: 'Opus: I am here.' },
    { role: 'user', content: 'Mara: And Sonnet?\n\nSonnet: It is here.\n\nMara: Both, then.' },
  ]);
  expect(talk.asked('Sonnet').json.messages).toEqual([
    { role: 'system', content: namesInstruction('Sonnet') },
    { role: 'user', content: 'Mara: Who is there?\n\nOpus: I am here.\n\nMara: And Sonnet?' },
    { role: 'assistant', content: 'Sonnet: It is here.' },
    { role: 'user', content: 'Mara: Both, then.' },
  ]);
  expect(previewed(preview)).toEqual(talk.asked('Sonnet').json.messages);
  expect(preview.messages.map(({ speakers }) => speakers.length)).toEqual([0, 2, 1, 1]);
});

test('a corrected reply keeps its speaker: its words stay the assistant’s, and the record finds them', async () => {
  const talk = await Talk.open(byModel);
  const { desk } = talk;
  await talk.type('Who is there?');
  await talk.show((await talk.ask('Opus'))[0]);
  for (const how of ['inPlace', 'branch'] as const) {
    const nodeId = await desk.nodeAt(1);
    const typing = await desk.intent([desk.typed('Well, ', { nodeId })]);
    await desk.call('draft.save', { ...typing, digest: null });
    await desk.call('message.saveEdit', { ...(await desk.intent()), nodeId, how });
  }
  const nodeId = await desk.nodeAt(0);
  const open = await desk.intent([desk.typed('So: ', { nodeId })]);
  await desk.call('draft.save', { ...open, digest: null });
  await talk.type('Go on.');
  const preview = await talk.preview('Opus');
  await talk.show((await talk.ask('Opus'))[0]);
  expect(talk.asked('Opus').json.messages).toEqual([
    { role: 'user', content: 'Who is there?' },
    { role: 'assistant', content: 'Well, Well, I am here.' },
    { role: 'user', content: 'Go on.' },
  ]);
  expect(previewed(preview)).toEqual(talk.asked('Opus').json.messages);
  expect(await talk.recordAt(3)).toMatchObject({
    prompt: 'rebuilt',
    request: {
      style: 'chat',
      messages: { list: [{ role: 'user' }, { role: 'assistant' }, { role: 'user' }] },
    },
  });
  expect(await desk.call('grove.verify', {})).toMatchObject({ nodes: { verdict: 'valid' }, records: [] });
  // The record of a copy names the nodes of the tree that was copied.
  const copy = await desk.call('tree.duplicate', { treeId: desk.treeId });
  if (copy === null) expect.unreachable('it was stopped');
  await desk.call('tree.show', { treeId: copy.id });
  expect(await talk.recordAt(3)).toMatchObject({ prompt: 'rebuilt' });
});

test('what the tree and the agent say beside the messages is sent, previewed and rebuilt', async () => {
  const talk = await Talk.open(byModel, { completionStyle: 'chat-continue', systemPrompt: 'Be brief.' });
  const { treeId } = talk.desk;
  await talk.desk.call('tree.update', { treeId, systemContext: 'A fable.' });
  await talk.set({ memory: 'The lamp is old.', authorsNote: '[dark]', authorsNoteDepth: 0, names: 'always' });
  await talk.type('  Who is there?\n');
  const preview = await talk.preview('Opus');
  expect(preview).toMatchObject({ style: 'chat', trimmed: 0, refusal: null });
  expect(preview.pieces.map(({ kind }) => kind)).toEqual([
    'system',
    'names',
    'memory',
    'authorsNote',
    'text',
  ]);
  await talk.show((await talk.ask('Opus'))[0]);
  const system = `Be brief.\n\nA fable.\n\n${namesInstruction('Opus')}\n\nThe lamp is old.`;
  expect(talk.asked('Opus').json.messages).toEqual([
    { role: 'system', content: system },
    { role: 'user', content: '[dark]\n\nMara: Who is there?' },
  ]);
  expect(previewed(preview)).toEqual(talk.asked('Opus').json.messages);
  expect(await talk.recordAt(1)).toMatchObject({ prompt: 'rebuilt' });
});

describe('a model that only continues texts', () => {
  test('is sent a transcript, with the names as stop sequences', async () => {
    const talk = await Talk.open(
      streams(event({ choices: [{ index: 0, text: ' I am here.\n' }] }), ending(), DONE),
      { completionStyle: 'completion', stop: ['THE END'] },
    );
    await talk.type('Who is there?');
    const preview = await talk.preview('Opus');
    await talk.show((await talk.ask('Opus'))[0]);
    const { path, json } = talk.asked('Opus');
    expect(path).toBe('/v1/completions');
    expect(json).toMatchObject({
      prompt: 'Mara: Who is there?\n\nOpus:',
      stop: ['THE END', '\nMara:', '\nOpus:'],
    });
    expect(preview).toMatchObject({ style: 'completion', messages: [] });
    expect(preview.pieces.map(({ text }) => text.beginning).join('')).toBe(json.prompt);
    expect(await talk.shown()).toEqual(['Mara: Who is there?', 'Opus: I am here.']);
    expect(await talk.recordAt(1)).toMatchObject({ prompt: 'rebuilt' });
  });

  test('the offline agent replies too, whatever its style', async () => {
    const talk = await Talk.open(byModel);
    const { desk } = talk;
    const offline = desk.grove.snapshot().agents.find(({ modelRef }) => modelRef?.startsWith('offline:'));
    if (offline === undefined) expect.unreachable('the grove has no offline agent');
    const configuration = { ...offline.configuration, completionStyle: 'chat' } as const;
    await desk.call('agent.update', { agentId: offline.id, configuration });
    talk.agents.set('Offline', offline.id);
    await talk.type('Tell me about the lighthouse and the old lamp.');
    await talk.show((await talk.ask('Offline'))[0]);
    expect(await talk.recordAt(1)).toMatchObject({
      prompt: 'rebuilt',
      request: { style: 'completion', parameters: { stop: ['\nMara:', '\nOffline:'] } },
    });
    const [, text = ''] = await talk.shown();
    expect(text.length).toBeGreaterThan('Offline: '.length);
    expect(text).toBe(`Offline: ${text.slice('Offline: '.length).trim()}`);
    expect(text).not.toMatch(/\n(Mara|Offline):/);
  });
});

describe('an odd answer', () => {
  test.each([
    ['begins with the agent’s name', ['  Op', 'us', ': ', 'I am here.', ' \n'], 'Opus: I am here.'],
    ['begins with another’s name', ['Mara: I am here.'], 'Opus: Mara: I am here.'],
    ['is surrounded by white space', [' \n', 'I am', '\n\n', 'here.', '\n'], 'Opus: I am\n\nhere.'],
  ])('that %s is stored as one message', async (_, texts, expected) => {
    const talk = await Talk.open(answers(...texts));
    await talk.set({ names: 'always' });
    await talk.type('Who is there?');
    await talk.show((await talk.ask('Opus'))[0]);
    expect(await talk.shown()).toEqual(['Mara: Who is there?', expected]);
    expect(await talk.recordAt(1)).toMatchObject({ prompt: 'rebuilt' });
  });

  const call = { tool_calls: [{ index: 0, function: { name: 'search', arguments: '{}' } }] };
  test.each<[string, Answering, Partial<GenerationUpdate>]>([
    ['no text', streams(delta(null, 'stop'), DONE), { state: 'empty', error: null }],
    ['only white space', answers(' \n', '\n'), { state: 'empty', error: null }],
    ['only the agent’s name', answers('Opus:', ' '), { state: 'empty', error: null }],
    [
      'a call of a tool',
      streams(delta(null, null, call), delta(null, 'tool_calls'), DONE),
      {
        state: 'failed',
        error: {
          code: 'MALFORMED_RESPONSE',
          sentence: 'The provider sent a malformed response. Your text is untouched.',
          detail: 'the model called a tool instead of writing',
        },
      },
    ],
    [
      'a refusal of the roles',
      refuses(400, 'Only user and assistant roles are supported!'),
      {
        state: 'failed',
        error: {
          code: 'INVALID_REQUEST',
          sentence: 'The provider refused the request. Your text is untouched.',
          detail: expect.stringContaining(
            'Only user and assistant roles are supported!',
          ) as unknown as string,
        },
      },
    ],
  ])('with %s stores nothing and says why', async (_, answer, expected) => {
    const talk = await Talk.open(answer);
    await talk.set({ names: 'always' });
    await talk.type('Who is there?');
    await talk.ask('Opus');
    expect(talk.lastUpdate()).toMatchObject(expected);
    await talk.type('And now?');
    expect(await talk.shown()).toEqual(['Mara: Who is there?']);
    const { treeId } = talk.desk;
    expect(
      await talk.desk.call('path.children', { treeId, parentId: await talk.desk.positionAt(0) }),
    ).toEqual([]);
    expect((await talk.desk.call('path.read', { treeId })).buffer.text).toBe('And now?');
  });
});

test('a message that cannot be sent stays in the composer', async () => {
  const talk = await Talk.open(byModel, { completionStyle: 'chat', contextLength: 80 });
  await talk.type('Who is there? '.repeat(20));
  const preview = await talk.preview('Opus');
  expect(preview).toMatchObject({ refusal: { code: 'CONTEXT_TOO_LONG' }, tooMany: 40 });
  await expect(talk.ask('Opus')).rejects.toMatchObject({ code: 'CONTEXT_TOO_LONG' });
  const { segments, buffer } = await talk.desk.call('path.read', { treeId: talk.desk.treeId });
  expect([segments.count, buffer.text.length]).toEqual([0, 280]);
  expect(talk.server.asked).toEqual([]);
});

test('an empty conversation has nothing to send, which its preview shows and a request says', async () => {
  const talk = await Talk.open(byModel);
  expect(await talk.preview('Opus')).toMatchObject({ pieces: [], messages: [], refusal: null });
  await expect(talk.ask('Opus')).rejects.toMatchObject({ code: 'INVALID_ARGUMENT' });
});

test('with an explicit place, the composer is neither sent nor previewed', async () => {
  const talk = await Talk.open(byModel);
  await talk.type('Who is there?');
  await talk.desk.commit();
  await talk.type('Not yet.');
  const at = await talk.desk.positionAt(0);
  expect(previewed(await talk.preview('Opus', { at }))).toEqual([{ role: 'user', content: 'Who is there?' }]);
  expect(previewed(await talk.preview('Opus'))).toEqual([
    { role: 'user', content: 'Who is there?\n\nNot yet.' },
  ]);
});

test('a composer with only white space is no message: the head is replied to', async () => {
  const talk = await Talk.open(byModel);
  await talk.type('Who is there?');
  await talk.desk.commit();
  await talk.type(' \n');
  await talk.show((await talk.ask('Opus'))[0]);
  expect(talk.asked('Opus').json.messages).toEqual([{ role: 'user', content: 'Who is there?' }]);
  expect(await talk.shown()).toEqual(['Mara: Who is there?', 'Opus: I am here.']);
  const { buffer } = await talk.desk.call('path.read', { treeId: talk.desk.treeId });
  expect(buffer.text).toBe(' \n');
});

test('a conversation becomes a manuscript whose text keeps its authors, and whose tree its agents', async () => {
  const talk = await Talk.open(answers('A lamp.'));
  const { desk } = talk;
  const agentIds = [talk.agent('Opus')];
  await talk.set({ agentIds, memory: 'The lamp is old.', names: 'always' });
  await talk.type(' Who are you? ');
  await talk.show((await talk.ask('Opus'))[0]);
  await talk.type('Not sent.');
  const made = await desk.call('tree.asManuscript', { treeId: desk.treeId });
  if (made === null) expect.unreachable('it was stopped');
  expect(made).toMatchObject({ mode: 'buffer', settings: { agentIds, memory: 'The lamp is old.' } });
  expect(made.settings.names).toBeUndefined();
  await desk.call('tree.show', { treeId: made.id });
  expect(await desk.shown()).toBe('Who are you?\n\nA lamp.');
  const { spans } = await desk.call('node.read', { treeId: made.id, nodeId: await desk.nodeAt(1) });
  expect(spans).toEqual([{ agent: talk.agent('Opus'), length: 7 }]);
  expect(await desk.call('grove.verify', {})).toMatchObject({ nodes: { verdict: 'valid' }, log: [] });
});
