import { describe, expect, it } from 'vitest';
import type { AgentId, JobId, PositionId } from '../../../../src/core/ids.ts';
import type { ContinuationJob, GenerationUpdate, SlotState } from '../../../../src/ipc/wire/generation.ts';
import { GenerationSession } from '../../../../src/renderer/session/tree/generation-session.ts';
import { MODEL, TREE, testId, WRITER } from '../little-main.ts';

const PARENT = testId(20) as PositionId;
const JOB = testId(30) as JobId;

const job = (count = 3): ContinuationJob => ({
  jobId: JOB,
  treeId: TREE,
  requestedBy: WRITER,
  turnId: null,
  parentId: PARENT,
  continues: false,
  replaces: null,
  slots: Array.from({ length: count }, (_, slot) => ({
    slot,
    positionId: testId(40 + slot) as PositionId,
    agentId: MODEL,
    state: 'waiting',
    text: '',
    finishReason: null,
    error: null,
    versions: [],
  })),
});

function news(slot: number, state: SlotState, from: number, append: string): GenerationUpdate {
  return {
    jobId: JOB,
    treeId: TREE,
    requestedBy: WRITER,
    parentId: PARENT,
    slot,
    positionId: testId(40 + slot) as PositionId,
    state,
    from,
    append,
    finishReason: null,
    error: null,
    versions: [],
  };
}

function open() {
  const frames: (() => void)[] = [];
  const settled: string[] = [];
  const session = new GenerationSession({
    writerId: WRITER,
    schedule: (callback) => frames.push(callback),
  });
  session.settled.subscribe(({ slot }) => settled.push(`${slot.slot} ${slot.state} ${slot.text}`));
  const paint = () => {
    for (const frame of frames.splice(0)) frame();
  };
  const texts = () => session.jobs.get().flatMap(({ slots }) => slots.map(({ text }) => text));
  return { session, frames, settled, paint, texts };
}

describe('streaming text', () => {
  it('is shown at most once a frame, however often it arrives', () => {
    const { session, frames, paint, texts } = open();
    session.add(job());
    paint();
    for (const [i, letter] of ['a', 'b', 'c', 'd'].entries()) session.update(news(0, 'streaming', i, letter));
    expect(frames).toHaveLength(1);
    expect(texts()).toEqual(['', '', '']);
    paint();
    expect(texts()).toEqual(['abcd', '', '']);
  });

  it('that arrives before the reply is not lost', () => {
    const { session, paint, texts, settled } = open();
    session.update(news(1, 'streaming', 0, 'Then'));
    session.update(news(1, 'done', 4, ' she left.'));
    session.add(job());
    paint();
    expect(texts()).toEqual(['', 'Then she left.', '']);
    expect(settled).toEqual(['1 done Then she left.']);
  });

  it('is reported once when it ends, and does not change afterwards', () => {
    const { session, settled, paint, texts } = open();
    session.add(job(1));
    session.update(news(0, 'streaming', 0, 'One'));
    session.update(news(0, 'stopped', 3, ''));
    session.update(news(0, 'streaming', 3, ' more'));
    paint();
    expect(settled).toEqual(['0 stopped One']);
    expect(texts()).toEqual(['One']);
    expect(session.isRunning).toBe(false);
  });
});

describe('the continuation shown at the end of the text', () => {
  it('is the first continuation of the head that has not failed', () => {
    const { session } = open();
    session.add(job());
    session.update(news(1, 'streaming', 0, 'second'));
    expect(session.findShown(PARENT)).toMatchObject({ text: '', state: 'waiting' });
    session.update(news(0, 'failed', 0, ''));
    expect(session.findShown(PARENT)).toMatchObject({ text: 'second', state: 'streaming' });
    expect(session.findShown(testId(21) as PositionId)).toBeUndefined();
  });
});

describe('a second request at the same place', () => {
  const SECOND = testId(31) as JobId;
  const second = (): ContinuationJob => {
    const { slots, ...other } = job(1);
    return {
      ...other,
      jobId: SECOND,
      slots: slots.map((slot) => ({ ...slot, positionId: testId(50) as PositionId })),
    };
  };
  const secondNews = (state: SlotState, append: string): GenerationUpdate => ({
    ...news(0, state, 0, append),
    jobId: SECOND,
    positionId: testId(50) as PositionId,
  });

  it('does not replace the first while that runs', () => {
    const { session } = open();
    session.add(job(1));
    session.update(news(0, 'streaming', 0, 'first'));
    session.add(second());
    session.update(secondNews('done', 'second'));
    expect(session.findShown(PARENT)).toMatchObject({ text: 'first' });
    expect(session.findShown(PARENT, SECOND)).toMatchObject({ text: 'first' });
  });

  it('is shown when nothing is left of the first', () => {
    const { session } = open();
    session.add(job(1));
    session.update(news(0, 'failed', 0, ''));
    session.add(second());
    session.update(secondNews('streaming', 'second'));
    expect(session.findShown(PARENT)).toMatchObject({ text: 'second' });
  });
});

describe('a job', () => {
  it('is dropped when all of it is in the tree, and kept while it has a failure', () => {
    const { session, paint } = open();
    session.add(job(2));
    session.update(news(0, 'done', 0, 'one'));
    session.update(news(1, 'failed', 0, ''));
    session.dropStored(new Set([testId(40) as PositionId]));
    paint();
    expect(session.jobs.get()).toHaveLength(1);
    session.dismiss(JOB, 1);
    session.dropStored(new Set([testId(40) as PositionId]));
    paint();
    expect(session.jobs.get()).toEqual([]);
  });
});

describe('jobs of others', () => {
  const OTHER = testId(3) as AgentId;

  it('are tracked, and never shown as text at the head', () => {
    const { session } = open();
    session.track([{ ...job(), requestedBy: OTHER }]);
    session.update({ ...news(0, 'streaming', 0, 'Theirs.'), requestedBy: OTHER });
    expect(session.slotsOf(JOB)[0]?.text).toBe('Theirs.');
    expect(session.findShown(PARENT)).toBeUndefined();
    const own = testId(31) as JobId;
    session.add({ ...job(), jobId: own });
    expect(session.findShown(PARENT)?.jobId).toBe(own);
  });

  it('are not kept for a job that this window never hears of', () => {
    const { session, settled, paint, texts } = open();
    session.update({ ...news(0, 'done', 0, 'Theirs.'), requestedBy: OTHER });
    session.update(news(1, 'streaming', 0, 'Mine.'));
    session.add(job());
    paint();
    expect(texts()).toEqual(['', 'Mine.', '']);
    expect(settled).toEqual([]);
  });
});
