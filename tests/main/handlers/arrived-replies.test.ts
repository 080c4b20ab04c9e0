import { describe, expect, test } from 'vitest';
import { draftDigest } from '../../../src/core/buffer/pending-edit.ts';
import type { PositionId } from '../../../src/core/ids.ts';
import { answers, Talk } from './talk.ts';

/** The texts of the path, the composer, and where the path ends. */
async function shown({ desk }: Talk) {
  const { segments, buffer } = await desk.call('path.read', { treeId: desk.treeId });
  return { text: segments.text, composer: buffer.text };
}

const arrivals = ({ desk }: Talk) =>
  desk.events.filter(({ name }) => name === 'reply.arrived').map(({ value }) => value);

test('a reply that ends while no window shows its conversation is the head, and the next request has it', async () => {
  const talk = await Talk.open(answers('I am a lamp.'));
  await talk.type('Who is there?');
  const [reply] = await talk.ask('Opus');
  expect(await shown(talk)).toEqual({ text: 'Who is there?I am a lamp.', composer: '' });
  expect(arrivals(talk)).toMatchObject([{ treeId: talk.desk.treeId, positionId: reply }]);
  await talk.type('Since when?');
  await talk.ask('Opus');
  expect(talk.asked('Opus').json.messages).toEqual([
    { role: 'user', content: 'Who is there?' },
    { role: 'assistant', content: 'I am a lamp.' },
    { role: 'user', content: 'Since when?' },
  ]);
});

test('the first of several replies is the head, unless the writer reads another one', async () => {
  const talk = await Talk.open(answers('One.'));
  await talk.type('Who is there?');
  const [first] = await talk.ask('Opus', 'Sonnet');
  expect(arrivals(talk)).toMatchObject([{ positionId: first }]);
  const { desk } = talk;
  await talk.type('And you?');
  const agentIds = ['Opus', 'Sonnet'].map((name) => talk.agent(name));
  const options = { at: null, agentIds, count: 1, maxTokens: 50 };
  const { job } = await desk.call('generation.start', { ...(await desk.intent()), ...options });
  await desk.call('generation.prefer', { jobId: job.jobId, slot: 1 });
  await expect.poll(() => desk.grove.generation.generator.running(desk.treeId)).toEqual([]);
  expect(arrivals(talk).at(-1)).toMatchObject({ positionId: job.slots[1]?.positionId });
});

test('a reply stays beside the path once the writer has gone elsewhere in the conversation', async () => {
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  const talk = await Talk.open((response, asked) => {
    void held.then(() => answers('Too late.')(response, asked));
  });
  const { desk } = talk;
  await talk.type('Who is there?');
  const options = { at: null, agentIds: [talk.agent('Opus')], count: 1, maxTokens: 50 };
  await desk.call('generation.start', { ...(await desk.intent()), ...options });
  const root = (await desk.call('path.read', { treeId: desk.treeId })).rootPositionId;
  await desk.call('path.moveHead', { ...(await desk.intent()), to: root });
  release();
  await expect.poll(() => desk.grove.generation.generator.running(desk.treeId)).toEqual([]);
  expect(arrivals(talk)).toEqual([]);
  expect((await shown(talk)).text).toBe('');
});

test('what is typed while a reply arrives stays in the composer, also if it was typed for the path before', async () => {
  const talk = await Talk.open(answers('I am a lamp.'));
  const { desk } = talk;
  await talk.type('Who is there?');
  const options = { at: null, agentIds: [talk.agent('Opus')], count: 1, maxTokens: 50 };
  await desk.call('generation.start', { ...(await desk.intent()), ...options });
  const before = await desk.intent([desk.typed('And')]);
  const head = await desk.positionAt(0);
  await expect.poll(() => desk.grove.generation.generator.running(desk.treeId)).toEqual([]);
  // As a window that has not heard of the reply checks itself.
  const spans = [{ agent: desk.grove.snapshot().writerId, length: 3 }];
  const digest = draftDigest({ head, buffer: { text: 'And', spans }, edits: [] });
  expect(await desk.call('draft.save', { ...before, digest })).toEqual({ digest });
  expect(await shown(talk)).toEqual({ text: 'Who is there?I am a lamp.', composer: 'And' });

  const positionId = (arrivals(talk)[0] as { positionId: PositionId }).positionId;
  const reply = await desk.call('path.arrive', { ...before, ops: [], positionId });
  expect(reply).toMatchObject({ keptBefore: 1, tail: { text: 'I am a lamp.' } });
  const stale = desk.call('path.goToChild', { ...before, ops: [] });
  await expect(stale).rejects.toMatchObject({ code: 'CONFLICT' });
});

describe('another reply that was asked for beside one', () => {
  /** A conversation that ends with a reply, and a request beside it that answers when the test says so. */
  async function regenerate() {
    let release = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    let isFirst = true;
    const talk = await Talk.open((response, asked) => {
      const text = isFirst ? 'I am a lamp.' : 'I am a boy.';
      if (isFirst) void answers(text)(response, asked);
      else void held.then(() => answers(text)(response, asked));
      isFirst = false;
    });
    const { desk } = talk;
    await talk.type('Who is there?');
    const [first = expect.unreachable()] = await talk.ask('Opus');
    const at = await desk.positionAt(0);
    const options = { at, insteadOf: first, agentIds: [talk.agent('Opus')], count: 1, maxTokens: 50 };
    const { job } = await desk.call('generation.start', { ...(await desk.intent()), ...options });
    const arrive = async () => {
      release();
      await expect.poll(() => desk.grove.generation.generator.running(desk.treeId)).toEqual([]);
      return (await shown(talk)).text;
    };
    return { talk, desk, first, question: at, job, arrive };
  }

  test('takes its place if the path still ends there, and typing for the path before it still fits', async () => {
    const { desk, first, job, talk, arrive } = await regenerate();
    expect(job.insteadOf).toBe(first);
    const before = await desk.intent([desk.typed('And')]);
    expect(await arrive()).toBe('Who is there?I am a boy.');
    expect(arrivals(talk).at(-1)).toMatchObject({ insteadOf: first, positionId: job.slots[0]?.positionId });
    const spans = [{ agent: desk.grove.snapshot().writerId, length: 3 }];
    const digest = draftDigest({ head: first, buffer: { text: 'And', spans }, edits: [] });
    expect(await desk.call('draft.save', { ...before, digest })).toEqual({ digest });
    const positionId = job.slots[0]?.positionId ?? expect.unreachable();
    const reply = await desk.call('path.arrive', { ...before, ops: [], positionId });
    expect(reply).toMatchObject({ keptBefore: 1, keptAfter: 0, tail: { text: 'I am a boy.' } });
  });

  test('takes its place too if the agent acts, and what it says after its commands follows', async () => {
    const texts = ['I am a lamp.', 'Let me look.\n\n→ list\n', 'I am a boy.'];
    const talk = await Talk.open((response, asked) => answers(texts.shift() ?? '')(response, asked));
    const { desk } = talk;
    const agentId = talk.agent('Opus');
    await talk.type('Who is there?');
    const [first = expect.unreachable()] = await talk.ask('Opus');
    await desk.call('agent.update', { agentId, permissions: { loom_aware: 'allow' } });
    const asked = { at: await desk.positionAt(0), insteadOf: first, agentId, maxTokens: 50, topicAt: null };
    await desk.call('turn.start', { ...(await desk.intent()), ...asked });
    await expect.poll(() => desk.call('turn.running', {})).toEqual([]);
    expect((await shown(talk)).text).toBe('Who is there?Let me look.I am a boy.');
    expect(arrivals(talk).slice(-2)).toMatchObject([{ insteadOf: first }, { insteadOf: null }]);
  });

  test('follows what it answers if the path ends there by then', async () => {
    const { desk, question, arrive } = await regenerate();
    await desk.call('path.moveHead', { ...(await desk.intent()), to: question });
    expect(await arrive()).toBe('Who is there?I am a boy.');
  });

  test('stays beside the path that has gone on, and beside a reply that the writer edits', async () => {
    const gone = await regenerate();
    await gone.desk.commit([gone.desk.typed('Since when?')]);
    expect(await gone.arrive()).toBe('Who is there?I am a lamp.Since when?');
    const { desk, arrive } = await regenerate();
    const nodeId = await desk.nodeAt(1);
    await desk.call('draft.save', {
      ...(await desk.intent([desk.typed('No. ', { nodeId })])),
      digest: null,
    });
    expect(await arrive()).toBe('Who is there?I am a lamp.');
  });
});
