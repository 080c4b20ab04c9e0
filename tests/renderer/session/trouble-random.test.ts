/**
 * Random steps in a tree while requests are refused, replies are lost or late, the file is missing, the page reloads
 * and the grove is closed and reopened: in the end main holds what the screen shows, and no typed text is lost or
 * duplicated.
 */
import { copyFileSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { AspenError, type ErrorCode } from '../../../src/core/errors.ts';
import type { PositionId } from '../../../src/core/ids.ts';
import type { RequestName } from '../../../src/ipc/contract.ts';
import { turnClockByHand } from '../../helpers/clock.ts';
import { HandlersDesk } from '../../helpers/desk.ts';
import { casesFor } from '../../helpers/fast-check-runs.ts';
import { temporaryFolder } from '../../helpers/grove.ts';
import { journalHere } from '../../helpers/journal.ts';
import { nodeTexts } from './node-texts.ts';
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

/** Placeholder for a typed character; each one is typed only once. */
const NEXT = '?';
/** The range of those characters: letters that no sample text contains. */
const FIRST = 0xa000;
const COUNT = 1_000;

type Step =
  | HandStep
  | MoveStep
  | PauseStep
  | { readonly do: 'undo' | 'redo'; readonly times: number }
  | { readonly do: 'settle' | 'reload' | 'reopen' | 'kill' }
  | { readonly do: 'refuse'; readonly times: number; readonly code: ErrorCode; readonly reads: boolean }
  | { readonly do: 'lose'; readonly times: number }
  | { readonly do: 'hold'; readonly when: 'before' | 'after' }
  | { readonly do: 'release' }
  | { readonly do: 'file'; readonly isAway: boolean }
  | { readonly do: 'outside'; readonly what: 'commit' | 'parent' | 'child' };

const times = fc.integer({ min: 1, max: 3 });
const CODES: readonly ErrorCode[] = ['CONFLICT', 'IO_ERROR', 'MOVED', 'INVALID_ARGUMENT', 'NOT_FOUND'];
const trouble: fc.Arbitrary<Step> = fc.oneof(
  fc
    .record({
      do: fc.constant('refuse' as const),
      times,
      code: fc.constantFrom(...CODES),
      reads: fc.boolean(),
    })
    // A tree that cannot be found even to be read is gone: its text is handed over, and shown no longer.
    .map((step) => ({ ...step, reads: step.reads && step.code !== 'NOT_FOUND' })),
  fc.record({ do: fc.constant('lose' as const), times }),
  fc.record({ do: fc.constant('hold' as const), when: fc.constantFrom('before' as const, 'after' as const) }),
  fc.record({ do: fc.constant('release' as const) }),
  fc.record({ do: fc.constant('file' as const), isAway: fc.boolean() }),
  fc.record({
    do: fc.constant('outside' as const),
    what: fc.constantFrom('commit' as const, 'parent' as const, 'child' as const),
  }),
  fc.record({
    do: fc.constantFrom('reload' as const, 'reload' as const, 'reopen' as const, 'kill' as const),
  }),
);

const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 7, arbitrary: handStep(fc.constantFrom(NEXT, NEXT, '', NEXT.repeat(3), `${NEXT}\n`)) },
  { weight: 5, arbitrary: moveStep },
  { weight: 3, arbitrary: trouble },
  {
    weight: 3,
    arbitrary: fc.record({ do: fc.constantFrom('undo' as const, 'redo' as const), times }),
  },
  { weight: 3, arbitrary: pauseStep },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('settle' as const) }) },
);

/** Past failures, each shrunk as far as possible. */
const KNOWN: readonly (readonly Step[])[] = [
  [{ do: 'compose', at: 0, texts: ['n'], behind: 'generate', takes: 0 }],
  [
    { do: 'type', at: 999, length: 0, insert: '?' },
    { do: 'compose', at: 999, texts: ['n'], behind: null, takes: 0 },
    { do: 'type', at: 999, length: 0, insert: '???' },
    { do: 'lose', times: 1 },
    { do: 'type', at: 715, length: 6, insert: '?' },
    { do: 'wait', time: 0 },
  ],
  [
    { do: 'hold', when: 'before' },
    { do: 'move', move: 'pruneOne', waits: false, pick: 0 },
    { do: 'type', at: 578, length: 0, insert: '???' },
    { do: 'move', move: 'replaceAll', waits: false, pick: 6 },
    { do: 'wait', time: 0 },
  ],
  [
    { do: 'move', move: 'prune', waits: false, pick: 0 },
    { do: 'type', at: 999, length: 0, insert: '?' },
    { do: 'type', at: 0, length: 0, insert: '?' },
    { do: 'compose', at: 999, texts: ['n'], behind: null, takes: 0 },
  ],
  [
    { do: 'type', at: 0, length: 0, insert: '?' },
    { do: 'settle' },
    { do: 'outside', what: 'commit' },
    { do: 'type', at: 0, length: 0, insert: '?' },
    { do: 'typeAtMany', at: [11, 999, 999], insert: '?' },
    { do: 'wait', time: 0 },
    { do: 'reload' },
    { do: 'type', at: 999, length: 0, insert: '?' },
  ],
  [
    { do: 'paste', at: 74, length: 0, text: '🌲🌲' },
    { do: 'type', at: 314, length: 0, insert: '?\n' },
    { do: 'type', at: 999, length: 0, insert: '?' },
    { do: 'move', move: 'commit', waits: true },
    { do: 'undo', times: 2 },
    { do: 'redo', times: 3 },
    { do: 'move', move: 'commit', waits: true },
    { do: 'outside', what: 'child' },
    { do: 'undo', times: 3 },
    { do: 'move', move: 'siblingAt', waits: true, pick: 16 },
  ],
  [
    { do: 'caret', at: 0 },
    { do: 'move', move: 'generateAndSwitch', waits: true },
    { do: 'file', isAway: true },
    { do: 'type', at: 0, length: 0, insert: '?' },
    { do: 'move', move: 'commit', waits: true },
    { do: 'undo', times: 2 },
    { do: 'move', move: 'nextVersion', waits: false },
    { do: 'compose', at: 430, texts: ['か'], behind: null, takes: 0 },
    { do: 'move', move: 'child', waits: false },
    { do: 'move', move: 'restoreOne', waits: false, pick: 60 },
    { do: 'settle' },
  ],
  [
    { do: 'hold', when: 'before' },
    { do: 'move', move: 'parent', waits: false },
    { do: 'type', at: 999, length: 0, insert: '?' },
    { do: 'type', at: 2, length: 0, insert: '?' },
    { do: 'settle' },
    { do: 'undo', times: 2 },
  ],
  [
    { do: 'lose', times: 2 },
    { do: 'compose', at: 0, texts: ['n'], behind: null, takes: 0 },
    { do: 'type', at: 9, length: 1, insert: '?' },
    { do: 'move', move: 'commit', waits: false },
    { do: 'move', move: 'commit', waits: true },
  ],
  [
    { do: 'type', at: 178, length: 8, insert: '?' },
    { do: 'outside', what: 'parent' },
    { do: 'move', move: 'commit', waits: false, pick: 0 },
    { do: 'wait', time: 0 },
    { do: 'undo', times: 1 },
  ],
];

/** Requests that change something; others always pass through. */
function isWriting(name: RequestName): boolean {
  const [kind, verb] = name.split('.');
  if (kind === 'path')
    return !['read', 'headers', 'children', 'childrenWith', 'preview'].includes(verb ?? '');
  if (kind === 'node') return verb === 'split' || verb === 'branchEdit';
  return kind === 'draft' || kind === 'position' || name === 'generation.start';
}

/** The typed characters of a text, which must not be lost. */
function typedIn(text: string): Set<string> {
  return new Set([...text].filter((character) => isTyped(character)));
}

function isTyped(character: string): boolean {
  const code = character.codePointAt(0) ?? 0;
  return code >= FIRST && code < FIRST + COUNT;
}

/** Each lost reply costs a retry and a conflict with its own retry, two seconds each. Milliseconds. */
const LONGEST_RETRIES = 20_000;

/** Fails if `work` is still pending after every retry; awaiting it alone would hang without a message. */
async function expectSettled(work: Promise<unknown>): Promise<void> {
  let isSettled = false;
  const end = () => {
    isSettled = true;
  };
  work.then(end, end);
  await vi.advanceTimersByTimeAsync(0);
  if (!isSettled) await vi.advanceTimersByTimeAsync(LONGEST_RETRIES);
  expect(isSettled).toBe(true);
  await work;
}

class RandomWriter {
  #desk: HandlersDesk;
  #writing: WritingDesk;
  readonly #open: (path: string) => Promise<HandlersDesk>;
  #typed = 0;
  /** Typed, and neither deleted nor undone. */
  readonly #expected = new Set<string>();
  /** The part of `#expected` that main held when everything last agreed. */
  #acknowledged: ReadonlySet<string> = new Set();
  /** Shown when something was undone or replaced, so it may legitimately be missing in the end. */
  readonly #mayBeMissing = new Set<string>();
  #mayBeDuplicated = false;
  #refuse: { times: number; code: ErrorCode; reads: boolean } = { times: 0, code: 'IO_ERROR', reads: false };
  #lose = 0;
  #holds: 'before' | 'after' | null = null;
  #held: (() => void)[] = [];
  #isAway = false;
  /** Main's path changed without notifying the page. */
  #isBehind = false;

  private constructor(
    desk: HandlersDesk,
    writing: WritingDesk,
    open: (path: string) => Promise<HandlersDesk>,
  ) {
    this.#desk = desk;
    this.#writing = writing;
    this.#open = open;
  }

  static async create(
    desk: HandlersDesk,
    open: (path: string) => Promise<HandlersDesk>,
  ): Promise<RandomWriter> {
    let writer: RandomWriter | null = null;
    const intercept: RequestInterceptor = (name, send) =>
      writer === null ? send() : writer.#intercept(name, send);
    const parts = ['Once 🌲 ', { model: 'there was' }, ' a castle.'];
    writer = new RandomWriter(desk, await resumeWriting(desk, parts, {}, intercept), open);
    return writer;
  }

  get desk(): HandlersDesk {
    return this.#desk;
  }

  async run(step: Step): Promise<void> {
    const writing = this.#writing;
    switch (step.do) {
      case 'type':
        this.#changeByHand(() => runHandStep(writing, { ...step, insert: this.#uniqueText(step.insert) }));
        break;
      case 'typeAtMany':
        this.#mayBeDuplicated = true;
        this.#changeByHand(() => runHandStep(writing, { ...step, insert: this.#uniqueText(step.insert) }));
        break;
      case 'paste':
      case 'drag':
        this.#changeByHand(() => runHandStep(writing, step));
        break;
      case 'caret':
        await runHandStep(writing, step);
        break;
      case 'compose':
        await runHandStep(writing, step);
        break;
      case 'move': {
        if (step.move === 'replaceAll') this.#allowMissing();
        const move: Move = MOVES[step.move];
        const moved = move(writing, step.pick ?? 0);
        if (!step.waits) break;
        await writing.settle();
        // It may still be pending while the file is missing or a reply is held.
        if (this.#holds === null && !this.#isAway) await expectSettled(moved);
        break;
      }
      case 'undo':
      case 'redo':
        for (let i = 0; i < step.times; i++) {
          this.#allowMissing();
          writing.manuscript[step.do]();
        }
        break;
      case 'wait':
      case 'turns':
        await runPause(step);
        break;
      case 'settle':
        await this.settle();
        break;
      case 'reload':
        await this.#reload();
        break;
      case 'reopen':
        await this.settle();
        await this.close();
        await this.#desk.close();
        this.#desk = await this.#open(this.#desk.path);
        await this.#resumeWriting();
        break;
      case 'kill':
        await this.#kill();
        break;
      case 'refuse':
        this.#refuse = { times: step.times, code: step.code, reads: step.reads };
        break;
      case 'lose':
        // Text edited after its commit's reply was lost is kept beside the committed text, so it may be duplicated.
        this.#mayBeDuplicated = true;
        this.#lose = step.times;
        break;
      case 'hold':
        this.#holds = step.when;
        break;
      case 'release':
        this.#release();
        break;
      case 'file':
        this.#setFileAway(step.isAway);
        break;
      case 'outside':
        await this.#changeOutside(step.what);
        break;
    }
  }

  /** Ends all trouble and checks that everything agrees and no typed text is lost. */
  async settle(): Promise<void> {
    this.#refuse = { ...this.#refuse, times: 0 };
    this.#lose = 0;
    this.#release();
    this.#setFileAway(false);
    const { tree, settle, shown, held, manuscript, notices } = this.#writing;
    await settle();
    // A commit makes the page find out about changes made outside it.
    const done = this.#isBehind ? tree.commit() : tree.draft.flush();
    this.#isBehind = false;
    await settle();
    await expectSettled(done);
    await settle();
    expect(notices.banners.get().filter(({ code }) => code === 'INTERNAL')).toEqual([]);
    expect(tree.draft.status.get()).toEqual({ unsent: false, error: null });
    expect(await held()).toEqual(shown());
    const path = await this.#desk.call('path.read', { treeId: tree.treeId });
    expect(manuscript.summary().pendingCount).toBe(path.edits.length);
    this.#expectAll(shown(), [...path.edits.map(({ text }) => text), path.buffer.text]);
  }

  #expectAll(shown: Written, draft: readonly string[]): void {
    const nodes = nodeTexts(this.#desk.path, this.#writing.tree.treeId);
    const found = typedIn([...nodes, ...draft].join(''));
    for (const character of this.#mayBeMissing) if (!found.has(character)) this.#expected.delete(character);
    this.#mayBeMissing.clear();
    const gone = [...this.#expected].filter((character) => !found.has(character));
    expect(gone).toEqual([]);
    // A model may repeat the writer's text.
    const text = shown.text.replaceAll('|', '');
    const characters = text.split('').filter((unit, at) => isTyped(unit) && shown.letters[at] === 'w');
    if (!this.#mayBeDuplicated) expect(characters).toEqual([...new Set(characters)]);
    for (const character of characters) this.#expected.add(character);
    this.#acknowledged = new Set(this.#expected);
  }

  async close(): Promise<void> {
    const { buffer, settle, vanish } = this.#writing;
    const closed = buffer.flush();
    await settle();
    await expectSettled(closed);
    vanish();
  }

  async end(): Promise<void> {
    this.#release();
    this.#setFileAway(false);
    this.#writing.vanish();
  }

  #uniqueText(text: string): string {
    return text.replaceAll(NEXT, () => {
      this.#typed += 1;
      return String.fromCodePoint(FIRST + (this.#typed % COUNT));
    });
  }

  /** Text deleted by hand is meant to be gone. */
  #changeByHand(change: () => Promise<void>): void {
    const { view } = this.#writing;
    const before = typedIn(view.state.doc.toString());
    void change();
    const after = typedIn(view.state.doc.toString());
    for (const character of before) if (!after.has(character)) this.#expected.delete(character);
    for (const character of after) if (!before.has(character)) this.#expected.add(character);
  }

  #allowMissing(): void {
    for (const character of typedIn(this.#writing.view.state.doc.toString()))
      this.#mayBeMissing.add(character);
  }

  async #intercept<T>(name: RequestName, send: () => Promise<T>): Promise<T> {
    if (!isWriting(name) && !(name === 'path.read' && this.#refuse.reads)) return send();
    if (this.#refuse.times > 0) {
      this.#refuse.times -= 1;
      throw new AspenError(this.#refuse.code, 'as the test wants it');
    }
    if (this.#holds === 'before') await new Promise<void>((resolve) => this.#held.push(resolve));
    const answer = await send();
    if (this.#holds === 'after') await new Promise<void>((resolve) => this.#held.push(resolve));
    if (this.#lose > 0) {
      this.#lose -= 1;
      throw new AspenError('IO_ERROR', 'carried out, as the test wants it');
    }
    return answer;
  }

  #release(): void {
    this.#holds = null;
    for (const resolve of this.#held.splice(0)) resolve();
  }

  #setFileAway(isAway: boolean): void {
    if (isAway === this.#isAway) return;
    this.#isAway = isAway;
    const { path } = this.#desk;
    if (isAway) renameSync(path, `${path}.away`);
    else renameSync(`${path}.away`, path);
  }

  /** Changes main's path without notifying the page. */
  async #changeOutside(what: 'commit' | 'parent' | 'child'): Promise<void> {
    const { treeId } = this.#writing.tree;
    const desk = this.#desk;
    this.#isBehind = true;
    const { pathVersion, segments } = await desk.call('path.read', { treeId });
    const intent = { treeId, pathVersion, ops: [] };
    const parent = segments.positionIds.slice(-52, -26);
    try {
      if (what === 'commit') await desk.commit();
      else if (what === 'child') await desk.call('path.goToChild', intent);
      else if (parent !== '') await desk.call('path.moveHead', { ...intent, to: parent as PositionId });
    } catch (error) {
      // The file may be missing.
      if (!(error instanceof AspenError)) throw error;
    }
  }

  /** The page disappears with everything it did not send, and a new one shows what main has. */
  async #reload(): Promise<void> {
    await this.#vanish();
    await this.#writing.settle();
    await this.#resumeWriting();
  }

  /** The program ends without writing: only the file and the journal are left. */
  async #kill(): Promise<void> {
    await this.#vanish();
    const before = await this.#writing.held();
    const copy = join(temporaryFolder(), 'story.aspen');
    copyFileSync(this.#desk.path, copy);
    const killed = this.#desk;
    this.#desk = await this.#open(copy);
    await killed.close();
    await this.#resumeWriting();
    expect(this.#writing.shown()).toEqual(before);
  }

  async #vanish(): Promise<void> {
    const { vanish } = this.#writing;
    for (const character of this.#expected)
      if (!this.#acknowledged.has(character)) this.#mayBeMissing.add(character);
    vanish();
    this.#isBehind = false;
    this.#release();
    this.#refuse = { ...this.#refuse, times: 0 };
    this.#lose = 0;
    this.#setFileAway(false);
    // Requests already on their way reach main.
    await vi.advanceTimersByTimeAsync(0);
  }

  async #resumeWriting(): Promise<void> {
    const intercept: RequestInterceptor = (name, send) => this.#intercept(name, send);
    this.#writing = await resumeWriting(this.#desk, [], {}, intercept);
    const { held, shown } = this.#writing;
    expect(shown()).toEqual(await held());
  }
}

turnClockByHand();

// Longer runs (FC_RUNS) need the long timeout.
describe('after random steps with failures', { timeout: 1_200_000 }, () => {
  it('no typed text is lost, and main holds what the screen shows', async () => {
    const journal = journalHere();
    let desk = new HandlersDesk(undefined, 0, journal);
    let opened = 0;
    const open = async (path: string) => {
      opened += 1;
      desk = new HandlersDesk(path, opened * 10_000_000, journal, desk.backups);
      await desk.grove.recover([desk.grove.sessionId]);
      return desk;
    };
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 25, size: 'max' }), async (steps) => {
        await desk.call('tree.create', { title: null });
        const writer = await RandomWriter.create(desk, open);
        try {
          for (const next of steps) await writer.run(next);
          await writer.settle();
        } finally {
          await writer.end();
        }
      }),
      {
        ...casesFor('failing file'),
        examples: KNOWN.map((steps) => [[...steps]]),
      },
    );
    const { violations, nodes, log, records } = await desk.call('grove.verify', {});
    expect({ violations, log, records }).toEqual({ violations: [], log: [], records: [] });
    expect(nodes).toMatchObject({ verdict: 'valid' });
  });
});
