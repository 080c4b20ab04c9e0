/** The part of its topic that a conversation sends to agents that only reply (`agents.md`, *Where it talks*). */
import { expect, test } from 'vitest';
import type { AgentConfiguration } from '../../../src/core/tree/agent.ts';
import { says, TurnDesk } from '../../helpers/turn-desk.ts';

/** An agent that may do nothing but reply. */
const open = (configuration: AgentConfiguration = {}) =>
  TurnDesk.open({
    answers: () => [says('Yes.'), says('No.'), says('Well.')],
    permissions: { loom_aware: 'never' },
    configuration,
  });

/** Sends a message and requests a reply. @param where in the story the writer is; by default at its end */
async function ask({ desk, talk, agentId, nodes }: TurnDesk, where?: number): Promise<void> {
  await desk.call('generation.start', {
    ...(await desk.intent([desk.typed('Is it any good?')], talk)),
    at: null,
    agentIds: [agentId],
    count: 1,
    maxTokens: 200,
    topicAt: where === undefined ? null : (nodes[where]?.positionId ?? null),
  });
  await expect.poll(() => desk.grove.generation.generator.running(talk), { timeout: 5_000 }).toEqual([]);
}

test('a new conversation sends the story before and after the writer’s place, and the file can be verified', async () => {
  const desk = await open();
  await ask(desk, 1);
  expect(desk.sent(0)).toBe(
    [
      "user: === The manuscript “It rained all night”, up to its author's place ===",
      'It rained all night. The orchard was empty. ',
      '=== After that place ===',
      'Nobody came.',
      '===',
      '',
      'Is it any good?',
    ].join('\n'),
  );
  await desk.expectSound();
});

test('a model that continues texts has the story before the messages', async () => {
  const desk = await open({ completionStyle: 'completion' });
  await ask(desk);
  const prompt = (desk.server.asked[0]?.json as { readonly prompt?: string } | undefined)?.prompt;
  expect(prompt).toMatch(
    /^=== The manuscript .* ===\nIt rained all night\. The orchard .*\n===\n\n.+: Is it any good\?\n\nAnalyst:$/,
  );
  await desk.expectSound();
});

test('excluded text is not sent, nor anything once the writer has said so', async () => {
  const desk = await open();
  const intent = await desk.desk.intent([], desk.story);
  const positionId = await desk.desk.positionAt(1);
  await desk.desk.call('position.exclude', { ...intent, positionId, excluded: true });
  await ask(desk);
  expect(desk.sent(0)).toContain('It rained all night. Nobody came.');
  await desk.desk.call('tree.update', { treeId: desk.talk, settings: { sendsTopic: false } });
  await ask(desk);
  expect(desk.sent(1)).not.toContain('It rained');
});

test('the number of words says what would be sent to whom is sent the most', async () => {
  const { desk, talk, agentId, story } = await open();
  const words = async () => {
    const answer = await desk.call('generation.topicWords', {
      treeId: talk,
      agentIds: [agentId],
      topicAt: null,
    });
    return answer.words;
  };
  expect(await words()).toBe(10);
  await desk.call('agent.update', {
    agentId,
    configuration: { completionStyle: 'chat', contextLength: 100 },
  });
  expect(await words()).toBeLessThan(10);
  const elsewhere = { treeId: story, agentIds: [agentId], topicAt: null };
  expect(await desk.call('generation.topicWords', elsewhere)).toEqual({ words: 0 });
});

test('only a new conversation about a text has the setting: others send what they sent', async () => {
  const desk = await open();
  const { id: other } = await desk.desk.call('tree.create', { title: 'Other', mode: 'dialogue' });
  expect(
    (await desk.desk.call('tree.list', {})).find(({ id }) => id === other)?.settings.sendsTopic,
  ).toBeUndefined();
  expect(
    (await desk.desk.call('tree.list', {})).find(({ id }) => id === desk.talk)?.settings.sendsTopic,
  ).toBe(true);
});
