import { makeGrove } from '../../scripts/make-grove.ts';
import type { PositionId } from '../../src/core/ids.ts';
import type { Input, Output, RequestName } from '../../src/ipc/contract.ts';
import { createAgent, expect, test } from './voices.ts';

/** Many agents that ask at once in a long conversation (`agents.md`, *A turn*): one card is shown, and the rest of the window stays. */

const MESSAGES = 2_000;
const CARDS = 40;
const MOST_ARTICLES = 99;

test('forty cards in a conversation of 2,000 messages are answered one after the other', async ({
  desk,
  service,
}, info) => {
  service.setUp(desk);
  const shape = {
    nodes: MESSAGES + CARDS,
    path: MESSAGES,
    siblings: CARDS,
    versions: 0,
    branch: 0,
    longest: 0,
    characters: 150,
  };
  makeGrove(desk.file('long.aspen'), shape, { modes: ['dialogue'] });
  const writer = await desk.open('long.aspen');
  const { page, composer } = writer;
  const feed = page.getByRole('feed', { name: 'Conversation' });
  await expect(feed).toHaveAttribute('data-path-length', String(MESSAGES), { timeout: 30_000 });
  const names = Array.from({ length: CARDS }, (_, index) => `Reader${index + 1}`);
  const permissions = { loom_aware: 'allow', loom_write: 'ask' } as const;
  const configuration = { contextLength: 8_000 };
  for (const name of names) await createAgent(writer, { name, style: 'chat', permissions, configuration });
  // Each agent is asked on a branch of its own: on one they wait for one another.
  await page.evaluate(async () => {
    const of = async <N extends RequestName>(name: N, input: Input<N>): Promise<Output<N>> => {
      const answer = await window.aspen.call(name, input);
      if (!answer.ok) throw new Error(answer.error.sentence);
      return answer.value;
    };
    const grove = await of('grove.current', {});
    if (grove === null) throw new Error('no grove is open');
    const { openTreeId: treeId, agents } = grove;
    const readers = agents.filter(({ permissions }) => permissions.loom_aware === 'allow');
    const { segments, pathVersion } = await of('path.read', { treeId });
    const path = (segments.positionIds.match(/.{26}/g) ?? []) as PositionId[];
    const forks = await Promise.all(
      path.slice(990, 1_010).map((parentId) => of('path.children', { treeId, parentId })),
    );
    const branches = forks.find(({ length }) => length >= readers.length) ?? [];
    const intent = { treeId, pathVersion, ops: [] };
    const goTo = async (to: PositionId) => {
      const reply = await of('path.moveHead', { ...intent, to });
      intent.pathVersion = reply.pathVersion;
    };
    for (const [index, { id: agentId }] of readers.entries()) {
      const branch = branches[index];
      if (branch === undefined) throw new Error('too few branches');
      await goTo(branch.positionId);
      const asked = { ...intent, at: null, topicAt: null, agentId, maxTokens: 200 };
      intent.pathVersion = (await of('turn.start', asked)).path.pathVersion;
    }
    await goTo(path.at(-1) as PositionId);
  });
  for (const index of names.keys()) (await service.request(index)).say(`→ bookmark here "${index}"\n`).end();

  const card = page.getByRole('group', { name: 'Permission' });
  const allow = card.getByRole('button', { name: 'Allow once' });
  await expect(card).toHaveCount(1);
  await expect(page.getByText(/^Reader\d+: waiting for you$/)).toHaveCount(CARDS);
  await expect(allow).toBeInViewport({ ratio: 1 });
  await expect(composer).toBeInViewport({ ratio: 1 });
  await expect(page.getByText('37 more agents at work')).toBeVisible();
  await writer.screenshot(info.outputPath('forty.png'));
  await expect.poll(() => feed.getByRole('article').count()).toBeLessThanOrEqual(MOST_ARTICLES);
  await feed.evaluate((feed) => {
    feed.scrollTop = 0;
  });
  await expect(feed.getByRole('article').first()).toHaveAccessibleName(new RegExp(`, 1 of ${MESSAGES}$`));
  const answered = 3;
  for (let index = 0; index < answered; index++) {
    await composer.focus();
    await page.keyboard.type(`${index} `);
    await expect(card.getByText(`Reader${index + 1} asks to write`, { exact: true })).toBeVisible();
    await allow.click();
    (await service.request(CARDS + index)).say('Done.').end();
  }
  await expect(page.getByText(/^Reader\d+: waiting for you$/)).toHaveCount(CARDS - answered);
  await expect(card.getByText(`Reader${answered + 1} asks to write`, { exact: true })).toBeVisible();
  await expect(composer).toHaveText('0 1 2 ');
  await expect(feed).toHaveAttribute('data-path-length', String(MESSAGES));
  await writer.close();
  expect(writer.complaints).toEqual([]);
});
