/**
 * Suggestions in a manuscript, whatever is typed, committed, undone, redone, switched and accepted. Every word is written
 * once, so a word tells where it belongs: an open suggestion stands at its words, a conflict shows text that is there, undo
 * opens what it brings back, and main and the reopened window agree.
 */
import { redoDepth, undoDepth } from '@codemirror/commands';
import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import type { AgentId } from '../../../../src/core/ids.ts';
import type { SuggestionRef } from '../../../../src/core/proposals/places.ts';
import { canGoTo, moveTo } from '../../../../src/core/sections/scene-list.ts';
import type { SuggestionNow } from '../../../../src/renderer/proposal-surface.ts';
import { keyOf } from '../../../../src/renderer/session/proposals/proposal-state.ts';
import { turnClockByHand } from '../../../helpers/clock.ts';
import { HandlersDesk } from '../../../helpers/desk.ts';
import { casesFor } from '../../../helpers/fast-check-runs.ts';
import { MOVES, type Move } from '../random-steps.ts';
import { resumeWriting, type WritingDesk } from '../writing-desk.ts';
import { addAgent, propose } from './suggesting-desk.ts';

const MOVED = [
  'commit',
  'commit',
  'nextSibling',
  'previousSibling',
  'nextVersion',
  'previousVersion',
  'parent',
  'child',
  'split',
  'branch',
  'endHere',
  'goOn',
] as const;

const at = fc.nat(99);
const step = fc.oneof(
  {
    weight: 8,
    arbitrary: fc.record({
      do: fc.constant('type' as const),
      at,
      /** Words that are replaced. */
      words: fc.nat(5),
      inserts: fc.boolean(),
      waits: fc.boolean(),
    }),
  },
  {
    weight: 5,
    arbitrary: fc.record({ do: fc.constantFrom('undo' as const, 'redo' as const), waits: fc.boolean() }),
  },
  {
    weight: 5,
    arbitrary: fc.record({
      do: fc.constant('move' as const),
      move: fc.constantFrom(...MOVED),
      at,
      waits: fc.boolean(),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({ do: fc.constant('propose' as const), at, words: fc.integer({ min: 1, max: 5 }) }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constantFrom('accept' as const, 'reject' as const), at }) },
  {
    weight: 3,
    arbitrary: fc.record({ do: fc.constant('moveScene' as const), at, to: fc.nat(9), waits: fc.boolean() }),
  },
);
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

/** Past failures, each shrunk as far as possible. */
const KNOWN: readonly (readonly Step[])[] = [
  // A word deleted while a branch was answered was sent as a whole text, and taken to be another one that begins like it. Only
  // in a grove of its own is the answer that late.
  [
    { do: 'propose', at: 0, words: 1 },
    { do: 'type', at: 1, words: 1, inserts: false, waits: false },
    { do: 'move', move: 'branch', at: 0, waits: false },
    { do: 'type', at: 0, words: 1, inserts: false, waits: true },
    { do: 'undo', waits: false },
  ],
  // Text deleted while a switch was answered came back on the screen.
  [
    { do: 'type', at: 0, words: 0, inserts: true, waits: false },
    { do: 'move', move: 'previousVersion', at: 0, waits: false },
    { do: 'type', at: 0, words: 2, inserts: false, waits: false },
    { do: 'type', at: 0, words: 3, inserts: false, waits: false },
    { do: 'type', at: 42, words: 4, inserts: false, waits: false },
    { do: 'move', move: 'commit', at: 0, waits: false },
  ],
  [
    { do: 'type', at: 33, words: 1, inserts: false, waits: false },
    { do: 'type', at: 0, words: 5, inserts: false, waits: false },
    { do: 'propose', at: 11, words: 3 },
    { do: 'type', at: 83, words: 3, inserts: false, waits: false },
    { do: 'move', move: 'nextVersion', at: 45, waits: false },
    { do: 'accept', at: 0 },
  ],
  [
    { do: 'type', at: 54, words: 2, inserts: true, waits: false },
    { do: 'type', at: 0, words: 2, inserts: true, waits: false },
    { do: 'type', at: 11, words: 3, inserts: true, waits: false },
    { do: 'propose', at: 27, words: 2 },
    { do: 'type', at: 0, words: 3, inserts: true, waits: false },
    { do: 'type', at: 94, words: 1, inserts: false, waits: false },
    { do: 'move', move: 'previousVersion', at: 0, waits: false },
    { do: 'propose', at: 0, words: 1 },
  ],
  // Text typed across a border while a branch was answered was not sent until more was typed.
  [
    { do: 'type', at: 0, words: 1, inserts: false, waits: false },
    { do: 'move', move: 'branch', at: 0, waits: false },
    { do: 'type', at: 0, words: 1, inserts: false, waits: false },
    { do: 'type', at: 26, words: 4, inserts: false, waits: false },
    { do: 'redo', waits: false },
  ],
  [
    { do: 'propose', at: 0, words: 3 },
    { do: 'type', at: 21, words: 2, inserts: false, waits: false },
    { do: 'move', move: 'commit', at: 0, waits: false },
    { do: 'move', move: 'nextVersion', at: 0, waits: false },
    { do: 'accept', at: 0 },
  ],
  [
    { do: 'propose', at: 2, words: 2 },
    { do: 'type', at: 0, words: 1, inserts: false, waits: false },
    { do: 'undo', waits: false },
  ],
  [
    { do: 'propose', at: 0, words: 1 },
    { do: 'type', at: 0, words: 0, inserts: true, waits: false },
    { do: 'undo', waits: false },
  ],
  [
    { do: 'move', move: 'split', at: 6, waits: false },
    { do: 'move', move: 'commit', at: 0, waits: false },
    { do: 'type', at: 0, words: 1, inserts: false, waits: true },
    { do: 'type', at: 0, words: 0, inserts: true, waits: false },
    { do: 'move', move: 'commit', at: 0, waits: false },
    { do: 'undo', waits: false },
  ],
  // Undoing a switch to a version whose words were elsewhere left a suggestion on the letters that two words began with.
  [
    { do: 'moveScene', at: 94, to: 0, waits: false },
    { do: 'propose', at: 0, words: 1 },
    { do: 'moveScene', at: 29, to: 0, waits: false },
    { do: 'move', move: 'nextVersion', at: 0, waits: false },
    { do: 'propose', at: 0, words: 1 },
    { do: 'undo', waits: false },
    { do: 'accept', at: 51 },
  ],
];

/** The state at one moment: the text, and the suggestions that are open in it. */
interface Seen {
  readonly text: string;
  readonly open: readonly SuggestionNow[];
}

/** Lets what was typed and asked be sent and answered: everything waits less than this. */
const settle = () => vi.advanceTimersByTimeAsync(600);

/** Whole words: a split may leave a part of one. */
const WORD = /w\d{4}/g;

class RandomWriter {
  readonly writing: WritingDesk;
  readonly #muse: AgentId;
  #words = 0;
  /** Before each step that can be undone, and after each that can be redone; null if unknown. */
  #before: (Seen | null)[] = [];
  #after: (Seen | null)[] = [];
  #isSettled = true;
  /** Words that the writer may have put into the text twice. */
  readonly #doubled = new Set<string>();

  constructor(writing: WritingDesk, muse: AgentId) {
    this.writing = writing;
    this.#muse = muse;
  }

  /** Words that were never written, in sentences of six. */
  words(count: number): string {
    return Array.from({ length: count }, () => {
      this.#words += 1;
      return `w${String(this.#words).padStart(4, '0')}${this.#words % 6 === 0 ? '.' : ''} `;
    }).join('');
  }

  get #seen(): Seen {
    const { manuscript } = this.writing;
    return {
      text: manuscript.textForChecks(),
      open: manuscript.suggestions().filter(({ state }) => state === 'open'),
    };
  }

  async run(next: Step): Promise<void> {
    const { manuscript, view, type, buffer, desk } = this.writing;
    switch (next.do) {
      case 'type': {
        const text = manuscript.textForChecks();
        const starts = [...text.matchAll(/w\d+\.? /g)].map(({ index }) => index);
        const index = next.at % (starts.length + 1);
        const from = starts[index] ?? text.length;
        const to = starts[index + next.words] ?? text.length;
        if (!next.inserts && from === to) break;
        // A split may have left a part of a word, which the new word must not join.
        const gap = /\w$/.test(text.slice(0, from)) ? ' ' : '';
        await this.#step(() => type(next.inserts ? gap + this.words(1) : '', from, to), next.waits);
        break;
      }
      case 'move': {
        const move: Move = MOVES[next.move];
        this.writing.select(next.at % (view.state.doc.length + 1));
        await this.#step(() => void move(this.writing, next.at), next.waits);
        break;
      }
      case 'moveScene': {
        const scenes = manuscript.readScenes();
        const index = next.at % Math.max(1, scenes.length);
        const gaps = Array.from({ length: scenes.length + 1 }, (_, gap) => gap);
        const places = gaps.filter((gap) => canGoTo(scenes, index, gap));
        const gap = places[next.to % Math.max(1, places.length)];
        const move = gap === undefined ? null : moveTo(scenes, index, gap, ({ from }) => from);
        if (move === null) break;
        // A branch, or another version, takes back what the move did in one of the texts, and not in the other.
        for (const word of scenes[index]?.excerpt.match(WORD) ?? []) this.#doubled.add(word);
        await this.#step(() => void manuscript.editScenes(move), next.waits);
        break;
      }
      case 'propose': {
        await settle();
        const text = await desk.shown();
        const found = [...text.matchAll(new RegExp(`(?:w\\d+\\.? ){${next.words}}`, 'g'))];
        const old = found[next.at % Math.max(1, found.length)]?.[0];
        if (old === undefined) break;
        const kept = old.match(WORD) ?? [];
        const changed = old.replace(kept[0] ?? '', `n${this.words(1).trim()}`);
        const last = kept.at(-1) ?? '';
        propose(desk, {
          agentId: this.#muse,
          changes: [[old, kept.length > 2 ? changed.replace(last, `n${this.words(1).trim()}`) : changed]],
        });
        await settle();
        break;
      }
      case 'accept':
      case 'reject': {
        await this.settle();
        const undecided = manuscript
          .suggestions()
          .filter(({ state }) => state === 'open' || state === 'conflict');
        const chosen = undecided[next.at % Math.max(1, undecided.length)];
        if (chosen === undefined) break;
        // Of a conflict, what is left of its words is replaced: those it keeps may stand elsewhere too.
        if (next.do === 'accept' && chosen.state === 'conflict')
          for (const word of this.#textOf(chosen)?.inserted.match(WORD) ?? []) this.#doubled.add(word);
        await this.#step(() => {
          buffer.proposals.goTo(chosen);
          if (next.do === 'accept') buffer.proposals.accept();
          else buffer.proposals.reject();
        }, true);
        break;
      }
      case 'undo':
      case 'redo':
        await this.#history(next.do, next.waits);
        break;
    }
    if (this.#isSettled) await this.check();
  }

  async #step(change: () => void, waits: boolean): Promise<void> {
    const { view } = this.writing;
    const [before, depth, undone] = [this.#seen, undoDepth(view.state), redoDepth(view.state)];
    change();
    if (waits) await settle();
    else this.#isSettled = false;
    const now = undoDepth(view.state);
    if (now === depth && redoDepth(view.state) === undone) return;
    this.#before.length = Math.min(this.#before.length, depth, now);
    if (now > depth) this.#before[depth] = this.#isSettled && now === depth + 1 ? before : null;
    this.#after = [];
  }

  async #history(what: 'undo' | 'redo', waits: boolean): Promise<void> {
    const { view, manuscript } = this.writing;
    const [seen, depth] = [this.#seen, undoDepth(view.state)];
    manuscript[what]();
    const now = undoDepth(view.state);
    if (waits) await settle();
    else this.#isSettled = false;
    if (now === depth) return;
    if (what === 'undo') this.#after[depth] = this.#isSettled ? seen : null;
    const expected = what === 'undo' ? this.#before[now] : this.#after[now];
    if (!this.#isSettled || expected == null) return;
    expect(this.#seen.text).toBe(expected.text);
    const open = new Map(this.#seen.open.map((one) => [keyOf(one), [one.from, one.to]]));
    for (const one of expected.open)
      expect([keyOf(one), open.get(keyOf(one))]).toEqual([keyOf(one), [one.from, one.to]]);
  }

  async settle(): Promise<void> {
    await this.writing.agree();
    if (this.#isSettled) return;
    this.#isSettled = true;
    this.#before = [];
    this.#after = [];
  }

  /** The suggestions in the text are true, and main says the same. */
  async check(): Promise<void> {
    const { manuscript, desk } = this.writing;
    const text = manuscript.textForChecks();
    const words = (text.match(WORD) ?? []).filter((word) => !this.#doubled.has(word));
    expect(words.length, text).toBe(new Set(words).size);
    for (const now of manuscript.suggestions()) {
      const { state, from, to } = now;
      const planned = this.#textOf(now);
      if (state === 'open') expect(text.slice(from, to)).toBe(planned?.removed);
      if (state !== 'conflict') continue;
      const yours = manuscript.textAtSuggestion(now) ?? '';
      const start = text.indexOf(yours);
      expect(start, `“${yours}” in “${text}”`).toBeGreaterThanOrEqual(0);
      // Of whole words; what a suggestion inserted may touch those around it, if all of its own were deleted.
      const own = text.replace(/nw\d+/g, (word) => ' '.repeat(word.length));
      const edges = [start, start + yours.length];
      // A split may have cut a word where its sentences begin or end.
      const footprint = planned === undefined ? '' : planned.before + planned.removed + planned.after;
      for (const edge of /^\d|\w$/.test(footprint) ? [] : edges)
        expect(own.slice(edge - 1, edge + 1), `“${yours}” in “${text}”`).not.toMatch(/^\w\w$/);
    }
    const read = await desk.call('proposal.read', { ...(await desk.intent()) });
    const ranges = new Map(
      read.proposals.flatMap(({ proposalId, suggestions }) =>
        suggestions.map((one) => [keyOf({ proposalId, ordinal: one.ordinal }), one.range] as const),
      ),
    );
    for (const one of this.#seen.open)
      expect([keyOf(one), ranges.get(keyOf(one))]).toEqual([keyOf(one), { from: one.from, to: one.to }]);
  }

  #textOf(ref: SuggestionRef) {
    return this.writing.buffer.proposals.shown.proposals
      .get()
      .flatMap(({ proposalId, suggestions }) => suggestions.map((one) => ({ ...one, proposalId })))
      .find((one) => keyOf(one) === keyOf(ref));
  }

  /** Closes the window and opens it again. */
  async reopen(): Promise<void> {
    await this.settle();
    await this.check();
    const { open } = this.#seen;
    const { buffer, desk, vanish } = this.writing;
    const flushed = buffer.flush();
    await settle();
    await flushed;
    vanish();
    const again = await resumeWriting(desk);
    await settle();
    const now = new Map(again.manuscript.suggestions().map((one) => [keyOf(one), one]));
    for (const { from, to, state, ...ref } of open)
      expect(now.get(keyOf(ref))).toMatchObject({ from, to, state });
    again.vanish();
  }
}

turnClockByHand();

// Longer runs (FC_RUNS) need the long timeout.
describe('suggestions, whatever is done', { timeout: 3_600_000 }, () => {
  it('stand at their words or say that they conflict, in the window and in main', async () => {
    let desk = new HandlersDesk();
    let cases = 0;
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 16, size: 'max' }), async (steps) => {
        // A grove of many trees is slow; so is a grove for each case.
        if (cases % 20 === 0) {
          await desk.close();
          desk = new HandlersDesk();
        } else await desk.call('tree.create', { title: null });
        cases += 1;
        const writing = await resumeWriting(desk, [
          'w9001 w9002 w9003 w9004 w9005. \n\n***\n\nw9006 w9007 w9008 w9009 w9010. w9011 w9012. ',
          'w9013 w9014 w9015 w9016. \n\n***\n\nw9017 w9018 w9019 w9020. ',
        ]);
        const writer = new RandomWriter(writing, await addAgent(writing, `Muse ${cases}`));
        try {
          for (const next of steps) await writer.run(next);
          await writer.reopen();
        } finally {
          writing.vanish();
        }
      }),
      { ...casesFor('suggestions'), examples: KNOWN.map((steps) => [[...steps]]) },
    );
  });
});
