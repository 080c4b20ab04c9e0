/**
 * Random switching between trees, one or two on the screen, while main refuses or replies late: typed text is in the tree
 * where it was typed, once, and the window shows what main holds.
 */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ErrorCode } from '../../../src/core/errors.ts';
import type { TreeId } from '../../../src/core/ids.ts';
import type { RequestName } from '../../../src/ipc/contract.ts';
import { turnClockByHand } from '../../helpers/clock.ts';
import { casesFor } from '../../helpers/fast-check-runs.ts';
import { nodeTexts } from './node-texts.ts';
import {
  MOVES,
  type Move,
  type MoveStep,
  moveStep,
  type PauseStep,
  pauseStep,
  runPause,
} from './random-steps.ts';
import { openWindowDesk, type WindowDesk } from './window-desk.ts';

const REQUESTS = [
  'draft.save',
  'draft.commit',
  'draft.flush',
  'path.read',
  'tree.show',
  'path.moveHead',
] as const;
const CODES = ['CONFLICT', 'IO_ERROR', 'MOVED', 'INVALID_ARGUMENT'] as const satisfies readonly ErrorCode[];

type Step =
  | { readonly do: 'type'; readonly at: number }
  | { readonly do: 'show' | 'companion'; readonly tree: number; readonly waits: boolean }
  | { readonly do: 'focus'; readonly tree: number }
  | { readonly do: 'undo' | 'replaced' | 'release' | 'settle' }
  | MoveStep
  | PauseStep
  | { readonly do: 'hold'; readonly name: RequestName }
  | { readonly do: 'refuse'; readonly name: RequestName; readonly code: ErrorCode; readonly times: number };

const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 8, arbitrary: fc.record({ do: fc.constant('type' as const), at: fc.nat(40) }) },
  {
    weight: 9,
    arbitrary: fc.record({
      do: fc.constantFrom('show' as const, 'show' as const, 'companion' as const),
      tree: fc.nat(2),
      waits: fc.boolean(),
    }),
  },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('focus' as const), tree: fc.nat(2) }) },
  { weight: 5, arbitrary: moveStep },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constantFrom('undo' as const, 'replaced' as const, 'release' as const, 'settle' as const),
    }),
  },
  { weight: 4, arbitrary: pauseStep },
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constant('hold' as const), name: fc.constantFrom(...REQUESTS) }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('refuse' as const),
      name: fc.constantFrom(...REQUESTS),
      code: fc.constantFrom(...CODES),
      times: fc.integer({ min: 1, max: 4 }),
    }),
  },
);

/** Past failures, each shrunk as far as possible. */
const KNOWN: readonly (readonly Step[])[] = [
  [
    { do: 'replaced' },
    { do: 'refuse', name: 'draft.save', code: 'CONFLICT', times: 1 },
    { do: 'move', move: 'blur', waits: false },
    { do: 'type', at: 0 },
  ],
  [
    { do: 'move', move: 'generateSiblings', waits: false, pick: 0 },
    { do: 'hold', name: 'tree.show' },
    { do: 'show', tree: 0, waits: true },
    { do: 'refuse', name: 'draft.commit', code: 'CONFLICT', times: 1 },
    { do: 'move', move: 'previousSibling', waits: false, pick: 0 },
    { do: 'type', at: 0 },
    { do: 'show', tree: 0, waits: true },
  ],
  [
    { do: 'show', tree: 1, waits: false },
    { do: 'move', move: 'commit', waits: true, pick: 0 },
    { do: 'show', tree: 0, waits: false },
    { do: 'replaced' },
    { do: 'type', at: 0 },
    { do: 'turns', count: 19 },
    { do: 'show', tree: 0, waits: false },
    { do: 'show', tree: 1, waits: false },
    { do: 'undo' },
  ],
  [
    { do: 'show', tree: 0, waits: false },
    { do: 'type', at: 0 },
    { do: 'hold', name: 'tree.show' },
    { do: 'turns', count: 24 },
    { do: 'type', at: 0 },
    { do: 'refuse', name: 'draft.save', code: 'CONFLICT', times: 1 },
    { do: 'move', move: 'commit', waits: true, pick: 0 },
  ],
  [
    { do: 'show', tree: 1, waits: true },
    { do: 'companion', tree: 2, waits: true },
    { do: 'show', tree: 0, waits: false },
    { do: 'companion', tree: 0, waits: false },
    { do: 'move', move: 'splitAndBranch', waits: true, pick: 41 },
    { do: 'type', at: 28 },
  ],
];

/** The first of the typed characters; each is typed once. */
const FIRST = 0xa000;

class RandomWriter {
  readonly #window: WindowDesk;
  readonly #trees: readonly TreeId[];
  /** Each typed character and its tree. */
  readonly #expected = new Map<string, TreeId>();
  #typed = 0;
  #ends: (() => void)[] = [];

  constructor(window: WindowDesk, trees: readonly TreeId[]) {
    this.#window = window;
    this.#trees = trees;
  }

  async run(step: Step): Promise<void> {
    const { desk, session, manuscript, type, text, settle, hold, refuse, emit, undo, focus } = this.#window;
    const shown = session.findDesk();
    const buffer = shown?.mode === 'buffer' ? shown : null;
    switch (step.do) {
      case 'type': {
        const shown = this.#window.shown();
        if (shown === null) break;
        this.#typed += 1;
        const character = String.fromCodePoint(FIRST + this.#typed);
        type(character, step.at > 20 ? undefined : Math.min(step.at, text().length));
        this.#expected.set(character, shown);
        break;
      }
      case 'show': {
        const to = this.#trees[step.tree];
        if (to === undefined) break;
        void session.showTree(to);
        if (step.waits) await settle();
        break;
      }
      case 'companion':
        void session.showCompanion(this.#trees[step.tree] ?? null);
        if (step.waits) await settle();
        break;
      case 'focus': {
        const to = this.#trees[step.tree];
        if (to !== undefined) focus(to);
        break;
      }
      case 'move': {
        if (buffer === null) break;
        const move: Move = MOVES[step.move];
        void move({ desk, buffer, tree: buffer.tree, manuscript: manuscript() }, step.pick ?? 0);
        if (step.waits) await settle();
        break;
      }
      case 'undo':
        // Undone text may be gone.
        for (const character of text()) this.#expected.delete(character);
        undo();
        break;
      case 'replaced':
        emit('draft.replaced', { treeId: null });
        break;
      case 'wait':
      case 'turns':
        await runPause(step);
        break;
      case 'hold':
        this.#ends.push(hold(step.name));
        break;
      case 'refuse':
        this.#ends.push(refuse(step.name, step.code, step.times));
        break;
      case 'release':
        this.#release();
        break;
      case 'settle':
        await this.settle();
        break;
    }
  }

  async settle(): Promise<void> {
    const { desk, session, settle, shown, texts: onScreen } = this.#window;
    this.#release();
    await settle();
    const flushed = session.flushPage();
    await settle();
    await flushed;
    await settle();
    const internal = session.notices.banners.get().filter(({ code }) => code === 'INTERNAL');
    expect(internal).toEqual([]);
    const texts = new Map<TreeId, string>();
    for (const treeId of this.#trees) texts.set(treeId, await this.#held(treeId));
    expect(shown()).not.toBe(null);
    for (const [treeId, text] of onScreen())
      expect([treeId, await this.#held(treeId)]).toEqual([treeId, text]);
    for (const [character, treeId] of this.#expected) {
      if (texts.get(treeId)?.split(character).length === 2) continue;
      const nodes = nodeTexts(desk.path, treeId).filter((node) => node.includes(character));
      expect([character, nodes.length > 0]).toEqual([character, true]);
    }
  }

  async #held(treeId: TreeId): Promise<string> {
    const { segments, edits, buffer } = await this.#window.desk.call('path.read', { treeId });
    const pending = new Map(edits.map((edit) => [edit.nodeId as string, edit.text]));
    let start = 0;
    const texts = Array.from(segments.lengths, (length, index) => {
      start += length;
      const nodeId = segments.nodeIds.slice(index * 26, (index + 1) * 26);
      return pending.get(nodeId) ?? segments.text.slice(start - length, start);
    });
    return texts.join('') + buffer.text;
  }

  #release(): void {
    for (const end of this.#ends.splice(0)) end();
  }
}

turnClockByHand();

// Longer runs (FC_RUNS) need the long timeout.
describe('after random switching between trees', { timeout: 1_200_000 }, () => {
  it('typed text is in the tree where it was typed', async () => {
    const window = await openWindowDesk('Once. ');
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 25, size: 'max' }), async (steps) => {
        const trees: TreeId[] = [];
        for (const title of ['One', 'Two', 'Three']) {
          const { id } = await window.desk.call('tree.create', { title });
          trees.push(id);
          await window.settle();
        }
        const writer = new RandomWriter(window, trees);
        try {
          for (const next of steps) await writer.run(next);
        } finally {
          await writer.settle();
        }
      }),
      { ...casesFor('file'), examples: KNOWN.map((steps) => [[...steps]]) },
    );
  });
});
