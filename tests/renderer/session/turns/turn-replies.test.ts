import { expect, it } from 'vitest';
import type { AgentId, JobId, PositionId, TreeId, TurnId } from '../../../../src/core/ids.ts';
import type { ContinuationJob, SlotState } from '../../../../src/ipc/wire/generation.ts';
import { Replies } from '../../../../src/renderer/session/dialogue/replies.ts';
import { GenerationSession } from '../../../../src/renderer/session/tree/generation-session.ts';

const WRITER = 'writer' as AgentId;
const MESSAGE = 'message' as PositionId;

/** A conversation whose head is a message, and a turn that answers it. */
function open() {
  const generation = new GenerationSession({ writerId: WRITER, schedule: (callback) => callback() });
  let head = MESSAGE;
  /** Answers that main makes the head when the test says so. */
  const moves: (() => void)[] = [];
  const replies = new Replies({
    generation,
    writerId: WRITER,
    headId: () => head,
    isPathChanging: () => false,
    accept: (arrival) =>
      new Promise<void>((resolve) => {
        moves.push(() => {
          if (head === arrival.parentId) head = arrival.positionId;
          resolve();
        });
      }),
  });
  generation.settled.subscribe(({ job }) => replies.onSettled(job));
  generation.jobs.subscribe(() => replies.update());
  const call = (number: number, parentId: PositionId): PositionId => {
    const positionId = `answer ${number}` as PositionId;
    const slot = {
      slot: 0,
      positionId,
      agentId: 'analyst' as AgentId,
      state: 'streaming' as SlotState,
      text: '',
      finishReason: null,
      error: null,
      versions: [],
    };
    const job: ContinuationJob = {
      jobId: `call ${number}` as JobId,
      treeId: 'tree' as TreeId,
      requestedBy: WRITER,
      turnId: 'turn' as TurnId,
      parentId,
      continues: false,
      replaces: null,
      slots: [slot],
    };
    generation.add(job);
    return positionId;
  };
  const end = (number: number, parentId: PositionId, append: string) =>
    generation.update({
      jobId: `call ${number}` as JobId,
      treeId: 'tree' as TreeId,
      requestedBy: WRITER,
      parentId,
      slot: 0,
      positionId: `answer ${number}` as PositionId,
      state: append === '' ? 'empty' : 'done',
      from: 0,
      append,
      finishReason: append === '' ? null : 'stop',
      error: null,
      versions: [],
    });
  const move = async () => {
    moves.shift()?.();
    await new Promise((resolve) => setTimeout(resolve));
  };
  return {
    generation,
    replies,
    call,
    end,
    move,
    head: () => head,
    leave: () => (head = 'other' as PositionId),
  };
}

it('each answer of a turn becomes the head, also one that is complete before the one it follows is', async () => {
  const { call, end, move, head, replies, generation } = open();
  const first = call(1, MESSAGE);
  expect(replies.shown.get()?.slot.positionId).toBe(first);
  end(1, MESSAGE, 'I look.');
  const second = call(2, first);
  end(2, first, 'I found it.');
  const third = call(3, second);
  await move();
  await move();
  expect(head()).toBe(second);
  expect(replies.shown.get()?.slot.positionId).toBe(third);
  end(3, second, 'Done.');
  await move();
  expect(head()).toBe(third);
  expect(generation.isRunning).toBe(false);
});

it('a call without prose leaves no failed reply', () => {
  const { call, end, generation, replies } = open();
  call(1, MESSAGE);
  end(1, MESSAGE, '');
  expect([generation.jobs.get(), replies.shown.get()]).toEqual([[], null]);
});

it('a writer who goes elsewhere is not brought back', async () => {
  const { call, end, move, head, leave } = open();
  const first = call(1, MESSAGE);
  end(1, MESSAGE, 'I look.');
  call(2, first);
  end(2, first, 'I found it.');
  leave();
  await move();
  await move();
  expect(head()).toBe('other');
});
