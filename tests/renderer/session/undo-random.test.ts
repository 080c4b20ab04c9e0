/**
 * Random steps in a tree, with undo and redo among them: main holds what the screen shows, each undo shows the state
 * before its step, and the file agrees when it is reopened.
 */
import { redoDepth, undoDepth } from '@codemirror/commands';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createTextSnapshots } from '../../../src/renderer/session/window/tree-desks.ts';
import { turnClockByHand } from '../../helpers/clock.ts';
import { HandlersDesk } from '../../helpers/desk.ts';
import { casesFor } from '../../helpers/fast-check-runs.ts';
import {
  type HandStep,
  handStep,
  MOVES,
  type Move,
  type MoveStep,
  moveStep,
  type PauseStep,
  pauseStep,
  runHandStep,
  runPause,
} from './random-steps.ts';
import { type RequestInterceptor, resumeWriting, type WritingDesk, type Written } from './writing-desk.ts';

type Step =
  | HandStep
  | MoveStep
  | PauseStep
  | { readonly do: 'undo' | 'redo'; readonly times: number }
  | { readonly do: 'settle' | 'away' | 'restart' };

const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 7, arbitrary: handStep(fc.constantFrom('', 'a', ' ', 'word ', '🌲', '\n')) },
  { weight: 6, arbitrary: moveStep },
  { weight: 3, arbitrary: pauseStep },
  {
    weight: 5,
    arbitrary: fc.record({ do: fc.constant('undo' as const), times: fc.integer({ min: 1, max: 4 }) }),
  },
  {
    weight: 3,
    arbitrary: fc.record({ do: fc.constant('redo' as const), times: fc.integer({ min: 1, max: 4 }) }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('settle' as const) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constantFrom('away' as const, 'restart' as const) }) },
);

/** Past failures, each shrunk as far as possible. */
const KNOWN: readonly (readonly Step[])[] = [
  [
    { do: 'move', move: 'parent', waits: false },
    { do: 'type', at: 0, length: 0, insert: 'word ' },
    { do: 'move', move: 'commit', waits: false },
    { do: 'undo', times: 2 },
    { do: 'type', at: 0, length: 0, insert: '' },
    { do: 'move', move: 'previousVersion', waits: false },
    { do: 'type', at: 0, length: 0, insert: 'a' },
    { do: 'undo', times: 2 },
  ],
  [
    { do: 'type', at: 0, length: 0, insert: 'a' },
    { do: 'type', at: 999, length: 0, insert: '\n' },
    { do: 'undo', times: 2 },
    { do: 'caret', at: 46 },
    { do: 'move', move: 'generate', waits: true },
    { do: 'undo', times: 1 },
  ],
  [
    { do: 'move', move: 'generate', waits: false },
    { do: 'type', at: 0, length: 0, insert: 'a' },
    { do: 'away' },
  ],
  [
    { do: 'type', at: 17, length: 1, insert: ' ' },
    { do: 'move', move: 'branch', waits: false },
    { do: 'type', at: 0, length: 0, insert: '\n' },
  ],
  [
    { do: 'move', move: 'restoreOne', waits: false },
    { do: 'undo', times: 1 },
  ],
  [
    { do: 'move', move: 'generateAndSwitch', waits: true },
    { do: 'move', move: 'restoreOne', waits: false },
    { do: 'undo', times: 2 },
  ],
  [
    { do: 'caret', at: 1 },
    { do: 'compose', at: 0, texts: ['n'], behind: 'generate', takes: 0 },
  ],
  [
    { do: 'type', at: 999, length: 0, insert: 'a' },
    { do: 'type', at: 5, length: 2, insert: 'a' },
    { do: 'move', move: 'previousVersion', waits: false },
    { do: 'move', move: 'splitAndBranch', waits: false },
  ],
  [
    { do: 'type', at: 999, length: 0, insert: 'a' },
    { do: 'type', at: 16, length: 12, insert: '' },
    { do: 'move', move: 'commit', waits: true },
    { do: 'undo', times: 1 },
    { do: 'move', move: 'commit', waits: true },
  ],
];

/** Number of rereads of a path. Nothing fails here, so a reread means the window lost the path and its history. */
let pathReads = 0;

const countPathReads: RequestInterceptor = (name, send) => {
  if (name === 'path.read') pathReads += 1;
  return send();
};

class RandomWriter {
  #writing: WritingDesk;
  /** The state before each step that can be undone, and after each that can be redone; null if unknown. */
  #before: (Written | null)[] = [];
  #after: (Written | null)[] = [];
  #isSettled = true;

  constructor(writing: WritingDesk) {
    this.#writing = writing;
  }

  async run(step: Step): Promise<void> {
    switch (step.do) {
      case 'type':
      case 'typeAtMany':
      case 'paste':
      case 'drag':
        await this.#step(() => runHandStep(this.#writing, step));
        break;
      case 'caret':
        await runHandStep(this.#writing, step);
        break;
      case 'compose':
        await this.#step(async () => {
          if (step.behind !== null) this.#isSettled = false;
          await runHandStep(this.#writing, step);
        });
        break;
      case 'move': {
        const move: Move = MOVES[step.move];
        await this.#step(async () => {
          const moved = move(this.#writing, step.pick ?? 0);
          if (!step.waits) {
            this.#isSettled = false;
            return;
          }
          await this.#writing.settle();
          await moved;
        });
        break;
      }
      case 'undo':
        for (let i = 0; i < step.times; i++) this.#undo();
        break;
      case 'redo':
        for (let i = 0; i < step.times; i++) this.#redo();
        break;
      case 'wait':
      case 'turns':
        await runPause(step);
        break;
      case 'settle':
        await this.settle();
        break;
      case 'away':
        await this.#visitAnotherTree();
        break;
      case 'restart':
        await this.#restart();
        break;
    }
  }

  get writing(): WritingDesk {
    return this.#writing;
  }

  /** Visits another tree and comes back to this one unchanged. */
  async #visitAnotherTree(): Promise<void> {
    await this.settle();
    const { view, desk, leave } = this.#writing;
    const depths = [undoDepth(view.state), redoDepth(view.state)];
    const texts = createTextSnapshots();
    await leave(texts);
    this.#writing = await resumeWriting(desk, [], { keptTexts: texts }, countPathReads);
    const { state } = this.#writing.view;
    expect([undoDepth(state), redoDepth(state)]).toEqual(depths);
    await this.settle();
  }

  /** Closes the window and opens it again: what can be undone is the same. */
  async #restart(): Promise<void> {
    await this.settle();
    const { view, desk, buffer, settle, vanish } = this.#writing;
    const depth = undoDepth(view.state);
    const flushed = buffer.flush();
    await settle();
    await flushed;
    vanish();
    this.#writing = await resumeWriting(desk, [], {}, countPathReads);
    expect(undoDepth(this.#writing.view.state)).toBe(depth);
    this.#after = [];
    await this.settle();
  }

  async settle(): Promise<void> {
    await this.#writing.agree();
    expect(pathReads).toBe(0);
    if (this.#isSettled) return;
    // The steps made meanwhile are not known one by one.
    this.#isSettled = true;
    this.#before = [];
    this.#after = [];
  }

  async #step(change: () => Promise<void>): Promise<void> {
    const { view } = this.#writing;
    const [before, depth, undone] = [this.#writing.shown(), undoDepth(view.state), redoDepth(view.state)];
    await change();
    const now = undoDepth(view.state);
    if (now === depth && redoDepth(view.state) === undone) return;
    // A continuation inside the text is two steps at once, and the state between them is not known.
    this.#before.length = Math.min(this.#before.length, depth, now);
    if (now > depth) this.#before[depth] = this.#isSettled && now === depth + 1 ? before : null;
    this.#after = [];
  }

  #undo(): void {
    const { view, manuscript, shown } = this.#writing;
    const [seen, depth] = [shown(), undoDepth(view.state)];
    manuscript.undo();
    const now = undoDepth(view.state);
    if (now === depth) return;
    this.#expect(this.#before[now]);
    this.#after[depth] = this.#isSettled ? seen : null;
  }

  #redo(): void {
    const { view, manuscript } = this.#writing;
    const depth = undoDepth(view.state);
    manuscript.redo();
    const now = undoDepth(view.state);
    if (now !== depth) this.#expect(this.#after[now]);
  }

  /** Segments may have been committed meanwhile, so compare only the text and its authors. */
  #expect(written: Written | null | undefined): void {
    if (!this.#isSettled || written === null || written === undefined) return;
    const { text, letters } = this.#writing.shown();
    expect(text.replaceAll('|', '')).toBe(written.text.replaceAll('|', ''));
    expect(letters).toBe(written.letters);
  }
}

turnClockByHand();

// Longer runs (FC_RUNS) need the long timeout.
describe('after random undo and redo', { timeout: 1_200_000 }, () => {
  it('main holds what the screen shows, and so does the file', async () => {
    const desk = new HandlersDesk();
    const texts = new Map<string, string>();
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 25, size: 'max' }), async (steps) => {
        const { id } = await desk.call('tree.create', { title: null });
        pathReads = 0;
        const writing = await resumeWriting(
          desk,
          ['Once 🌲 ', { model: 'there was' }, ' a castle.'],
          {},
          countPathReads,
        );
        const writer = new RandomWriter(writing);
        try {
          for (const next of steps) await writer.run(next);
          await writer.settle();
          texts.set(id, writer.writing.manuscript.textForChecks());
        } finally {
          await writer.writing.buffer.flush();
          writer.writing.buffer.leave();
          writer.writing.manuscript.destroy();
        }
      }),
      {
        ...casesFor('file'),
        examples: KNOWN.map((steps) => [[...steps]]),
      },
    );
    const { violations, nodes, log, records } = await desk.call('grove.verify', {});
    expect({ violations, log, records }).toEqual({ violations: [], log: [], records: [] });
    expect(nodes).toMatchObject({ verdict: 'valid' });
    await desk.close();
    const again = new HandlersDesk(desk.path, 10_000_000);
    for (const [treeId, text] of texts) {
      await again.call('tree.show', { treeId: treeId as typeof again.treeId });
      expect(await again.shown()).toBe(text);
    }
  });
});
