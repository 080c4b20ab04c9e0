/** Parts left out of an answer, as a node's facts have them (`generation.md`, *Forms*). */
import { expect, test } from 'vitest';
import { HandlersDesk } from '../../helpers/desk.ts';
import { says } from '../../helpers/turn-desk.ts';
import { WireServer } from '../../helpers/wire-server.ts';

const BEFORE = 'It rained. The lamp was lit, and';

/** The text of a continuation of `BEFORE`, and its facts. */
async function continued(answer: string) {
  const server = await WireServer.start(says(...answer.split(/(?<= )/)));
  const desk = new HandlersDesk();
  const { treeId } = desk;
  await desk.commit([desk.typed(BEFORE)]);
  const provider = { name: 'Here', baseUrl: server.baseUrl, headers: {}, extra: {} };
  const { id } = await desk.call('provider.save', { id: null, ...provider });
  const configuration = { completionStyle: 'chat-continue', stop: ['\nEND'] } as const;
  const made = { name: 'Muse', modelRef: `${id}:m`, configuration, color: null };
  const agent = await desk.call('agent.create', made);
  const options = { at: null, agentIds: [agent.id], count: 1, maxTokens: 50 };
  const { job } = await desk.call('generation.start', { ...(await desk.intent()), ...options });
  await expect.poll(() => desk.grove.generation.generator.running(treeId)).toEqual([]);
  const positionId = job.slots[0]?.positionId;
  if (positionId === undefined) throw new Error('no continuation was requested');
  await desk.call('path.arrive', { ...(await desk.intent()), positionId });
  const { leftOut } = await desk.call('node.read', { treeId, nodeId: await desk.nodeAt(1) });
  return { text: await desk.shown(), leftOut };
}

const repetition = { kind: 'repetition', place: 'before', text: 'The lamp was lit, and' };
const thinking = { kind: 'thinking', place: 'before', text: '<think>It is dark.</think>\n\n ' };

test.each([
  ['what repeats the text before it', 'The lamp was lit, and nobody came.', [repetition]],
  [
    'that, and what it thinks before',
    '<think>It is dark.</think>\n\n The lamp was lit, and nobody came.',
    [thinking, repetition],
  ],
  ['what it thinks', '<think>It is dark.</think>\n\n nobody came.', [thinking]],
  [
    'a token that ends it',
    ' nobody came.<|im_end|>',
    [{ kind: 'endToken', place: 'after', text: '<|im_end|>' }],
  ],
  ['a stop sequence', ' nobody came.\nEND', [{ kind: 'stop', place: 'after', text: '\nEND' }]],
  ['nothing where all of it is in the text', ' nobody came.', []],
])('a continuation says what was left out of it: %s', async (_what, answer, leftOut) => {
  expect(await continued(answer)).toEqual({ text: `${BEFORE} nobody came.`, leftOut });
});
