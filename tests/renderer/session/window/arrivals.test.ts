/** Continuations that arrive where the writer is not looking. */
import { expect, it } from 'vitest';
import type { AgentId, JobId, PositionId } from '../../../../src/core/ids.ts';
import { turnClockByHand } from '../../../helpers/clock.ts';
import { openWindowDesk, type WindowDesk } from '../window-desk.ts';

/** Timers that tests do not replace. */
const setRealTimeout = globalThis.setTimeout;

turnClockByHand();

const sentences = ({ session }: WindowDesk) =>
  session.notices.banners.get().flatMap(({ sentence }) => (/ready/.test(sentence) ? [sentence] : []));
const announced = ({ session }: WindowDesk) =>
  session.notices.log.get().flatMap(({ text }) => (/ready/.test(text) ? [text] : []));

/** Answers are hashed and compressed outside the event loop, in real time. */
async function until({ settle }: WindowDesk, isSo: () => boolean): Promise<void> {
  for (let turn = 0; turn < 200 && !isSo(); turn += 1) {
    await new Promise<void>((resolve) => void setRealTimeout(resolve, 5));
    await settle();
  }
  expect(isSo()).toBe(true);
}

/** Has the writer ask for continuations of the text; they are on their way when main is no longer held. */
function request({ session }: WindowDesk): void {
  const active = session.findDesk();
  if (active?.mode === 'buffer') void active.commands.generate();
}

it('those of another tree are told once, and the notice leads to their list', async () => {
  const writing = await openWindowDesk('Snow fell. ');
  const { session, first, second, settle, shown } = writing;
  const release = writing.hold('generation.start');
  request(writing);
  await settle();
  const leaving = session.showTree(second);
  release();
  await settle();
  await leaving;
  await until(writing, () => sentences(writing).length > 0);
  expect(shown()).toBe(second);
  expect(sentences(writing)).toEqual([expect.stringMatching(/^3 continuations are ready in “.*”\.$/)]);
  expect(announced(writing)).toEqual(sentences(writing));

  const [notice] = session.notices.banners.get();
  notice?.actions[0]?.run();
  await settle();
  expect(shown()).toBe(first);
  expect(session.findTree()?.continuations.list.get()).toMatchObject({ count: 3 });
  expect(session.arrivals.latest).toBeNull();
  expect(sentences(writing)).toEqual([]);
});

it('those before the writer’s eyes have no notice, and those elsewhere in the text do', async () => {
  const writing = await openWindowDesk('Snow fell. ');
  const { session, settle } = writing;
  const tree = session.findTree();
  if (tree === null) expect.unreachable();
  const commit = async () => {
    void tree.commit();
    await settle();
  };
  await commit();
  writing.type('It lay. ');
  await commit();
  request(writing);
  await until(writing, () => announced(writing).length > 0);
  expect(announced(writing)).toEqual(['3 continuations are ready.']);
  expect(sentences(writing)).toEqual([]);

  const release = writing.hold('generation.start');
  void tree.generationCommands.generateSiblings();
  await settle();
  writing.manuscript().moveCaretInto(0, 2);
  release();
  await until(writing, () => announced(writing).length > 1);
  expect(sentences(writing)).toEqual(['3 continuations are ready.']);
  expect(announced(writing)).toHaveLength(2);
  void session.arrivals.goThere();
  await settle();
  expect(tree.continuations.list.get().count).toBe(6);
});

it('two requests have no notice where the writer stays, on what the first one brought', async () => {
  const writing = await openWindowDesk('Snow fell. ');
  const { session, settle } = writing;
  const tree = session.findTree();
  request(writing);
  await until(writing, () => announced(writing).length > 0);
  // More beside what arrived, and more after it: the list shows these.
  const release = writing.hold('generation.start');
  void tree?.generationCommands.generateSiblings();
  await settle();
  request(writing);
  await settle();
  release();
  await until(writing, () => announced(writing).length > 2);
  expect(sentences(writing)).toEqual([]);
});

it('a failure is told where its card is not before the writer’s eyes, and only announced where it is', async () => {
  const { session, first } = await openWindowDesk('Snow fell. ');
  const tree = session.findTree();
  if (tree === null) expect.unreachable();
  const settle = (parentId: PositionId) => {
    const slot = { slot: 0, positionId: 'p' as PositionId, agentId: 'a' as AgentId, text: '', versions: [] };
    const ended = { ...slot, state: 'failed' as const, finishReason: null, error: null };
    const job = { jobId: 'j' as JobId, treeId: first, turnId: null, slots: [ended] };
    const request = { parentId, continues: false, replaces: null, requestedBy: 'w' as AgentId };
    tree.announcer.announceSettled({ ...job, ...request }, ended, []);
    const told = session.notices.banners.get().filter(({ sentence }) => sentence.includes('failed'));
    return { told: told.length, said: session.notices.log.get().at(-1)?.text };
  };
  const said = expect.stringContaining('A continuation failed.');
  expect(settle(tree.continuations.list.get().parentId)).toEqual({ told: 0, said });
  expect(settle('elsewhere' as PositionId)).toEqual({ told: 1, said });
});
