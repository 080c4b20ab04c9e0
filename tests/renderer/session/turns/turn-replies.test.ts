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
  /** Answers that the window shows as messages when the test says so. */
  const moves: (() => void)[] = [];
  const replies = new Replies({
    generation,
    writerId: WRITER,
    headId: () => head,
    isPathChanging: () => false,
    prefer: () => {},
    show: (reply, onShown) =>
      new Promise<void>((resolve) => {
        moves.push(() => {
          head = reply.positionId;
          onShown();
          resolve();
        });
      }),
  });
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
  const end = (number: number, parentId: PositionId, append: string) => {
    const ids = {
      jobId: `call ${number}` as JobId,
      treeId: 'tree' as TreeId,
      parentId,
      positionId: `answer ${number}` as PositionId,
    };
    const update = { ...ids, requestedBy: WRITER, slot: 0, error: null, versions: [] };
    generation.update({ ...update, state: 'streaming', from: 0, append, finishReason: null });
    if (append !== '') replies.onArrived({ ...ids, insteadOf: null });
    const finishReason = append === '' ? null : 'stop';
    const state = append === '' ? 'empty' : 'done';
    generation.update({ ...update, state, from: append.length, append: '', finishReason });
  };
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
