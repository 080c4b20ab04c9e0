/**
 * For any requests of a window, in any order, and whenever the program ends: main has what the window shows, each reply
 * brings the window to that state, and no typed or committed text is lost.
 */

import { copyFileSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { AspenError } from '../../../src/core/errors.ts';
import type { NodeId, PositionId, RequestId, TreeId } from '../../../src/core/ids.ts';
import type { RecoveryJournal } from '../../../src/main/grove/writing/recovery-journal.ts';
import { HandlersDesk } from '../../helpers/desk.ts';
import { casesFor } from '../../helpers/fast-check-runs.ts';
import { temporaryFolder } from '../../helpers/grove.ts';
import { journalHere } from '../../helpers/journal.ts';
import { type Page, PlainWindow, type ShownNode, textOf } from './plain-window.ts';

const some = fc.nat({ max: 99 });
const INTENTS = [
  'commit',
  'sibling',
  'version',
  'head',
  'goTo',
  'child',
  'split',
  'branch',
  'prune',
  'setPruned',
  'bookmark',
  'exclude',
  'note',
  'generate',
  'arrive',
  'token',
  'restore',
  'again',
  'readAll',
  'cursor',
  'late',
] as const;

/** Steps that need the file unlocked. */
const ALONE: ReadonlySet<string> = new Set([
  'kill',
  'killStale',
  'reopen',
  'merge',
  'externalWrite',
  'tree',
  'duplicate',
  'flush',
  'note',
]);

function stepOf<D extends string>(...names: readonly D[]) {
  return fc.record({ do: fc.constantFrom(...names), one: some, other: some });
}

const step = fc.oneof(
  {
    weight: 8,
    arbitrary: fc.record({
      do: fc.constant('type' as const),
      where: some,
      at: some,
      length: fc.oneof(fc.constant(0), some),
      insert: fc.constantFrom('', 'a', ' ', 'word ', '🌲', '\n', 'Another sentence.'),
      saves: fc.boolean(),
    }),
  },
  { weight: 14, arbitrary: stepOf(...INTENTS) },
  { weight: 3, arbitrary: stepOf('discardEdit', 'flush', 'wait', 'tree', 'duplicate') },
  { weight: 3, arbitrary: stepOf('kill', 'killStale', 'reopen', 'lock', 'merge', 'externalWrite', 'offer') },
);
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never;

/** Past failures. */
const KNOWN: readonly (readonly Step[])[] = [
  [
    { do: 'type', where: 9, at: 0, length: 0, insert: 'a', saves: true },
    { do: 'type', where: 9, at: 0, length: 0, insert: 'word ', saves: false },
    { do: 'commit', one: 0, other: 0 },
    { do: 'killStale', one: 0, other: 0 },
    { do: 'commit', one: 0, other: 0 },
  ],
  [
    { do: 'type', where: 1, at: 0, length: 0, insert: 'a', saves: true },
    { do: 'type', where: 1, at: 0, length: 1, insert: '', saves: false },
    { do: 'version', one: 0, other: 1 },
    { do: 'killStale', one: 0, other: 0 },
    { do: 'commit', one: 0, other: 0 },
  ],
  [
    { do: 'type', where: 1, at: 0, length: 0, insert: 'word ', saves: true },
    { do: 'kill', one: 0, other: 0 },
    { do: 'merge', one: 0, other: 0 },
    { do: 'offer', one: 0, other: 0 },
    { do: 'reopen', one: 0, other: 0 },
  ],
  [
    { do: 'type', where: 0, at: 0, length: 0, insert: ' ', saves: false },
    { do: 'merge', one: 70, other: 0 },
    { do: 'type', where: 1, at: 0, length: 0, insert: '\n', saves: true },
    { do: 'kill', one: 0, other: 0 },
  ],
];

/** A writer at one window, whose program ends now and then. */
class Writer {
  readonly #folder: string;
  readonly #journal: RecoveryJournal;
  #openings = 0;
  #desk: HandlersDesk;
  #window: PlainWindow;
  readonly #windows = new Map<TreeId, PlainWindow>();
  /** Pages that undo could restore, by tree. */
  readonly #pages: { readonly treeId: TreeId; readonly page: Page }[] = [];
  /** The children of the position continued last. */
  #arrived: PositionId[] = [];
  /** The journal before the last request that committed. */
  #journalBefore: Awaited<ReturnType<RecoveryJournal['read']>> | null = null;
  readonly #hidden = new Set<PositionId>();
  #requests = 0;
  /** Another program that locks the file. */
  #locker: InstanceType<typeof Database> | null = null;
  #lockedFor = 0;

  private constructor(desk: HandlersDesk, window: PlainWindow, journal: RecoveryJournal, folder: string) {
    this.#desk = desk;
    this.#window = window;
    this.#journal = journal;
    this.#folder = folder;
    this.#windows.set(window.treeId, window);
  }

  static async start(): Promise<Writer> {
    const folder = temporaryFolder();
    const journal = journalHere();
    const desk = new HandlersDesk(join(folder, 'story.aspen'), 0, journal, join(folder, 'backups'));
    const { agents, writerId } = desk.grove.snapshot();
    const model = agents.find(({ type }) => type === 'model')?.id ?? writerId;
    for (const [agent, text] of [
      [writerId, 'Once 🌲 '],
      [model, 'there was'],
      [writerId, ' a castle.'],
    ] as const) {
      const spans = [{ agent, length: text.length }];
      await desk.commit([{ nodeId: null, splice: { from: 0, to: 0, insert: text, spans } }]);
    }
    return new Writer(desk, await PlainWindow.open(desk, desk.treeId), journal, folder);
  }

  async perform(step: Step): Promise<void> {
    // Another program locks the file for three steps.
    if (this.#lockedFor > 0 && --this.#lockedFor === 0) this.#unlock();
    if (ALONE.has(step.do)) this.#unlock();
    if (step.do === 'lock') return this.#lock();
    if (step.do === 'merge') return this.#merge(step.one);
    if (step.do === 'externalWrite') return this.#externalWrite(step.one, step.other);
    if (step.do === 'offer') return this.#takeOffer(step.one);
    const window = this.#window;
    const { nodes, buffer } = window.page;
    if (step.do === 'kill' || step.do === 'killStale') return this.#kill(step.do === 'killStale');
    this.#journalBefore = null;
    if (step.do === 'type') return this.#type(step);
    if (step.do === 'reopen') return this.#reopen();
    const node = nodes[step.one % Math.max(1, nodes.length)];
    if (step.do === 'discardEdit' || step.do === 'flush' || step.do === 'wait') {
      if (step.do === 'discardEdit') window.close(step.one % (nodes.length + 1));
      await window.save();
      if (step.do === 'flush') await this.#desk.call('draft.flush', { treeId: window.treeId });
      if (step.do === 'wait') await vi.advanceTimersByTimeAsync(6_000);
      return;
    }
    if (step.do === 'tree' || step.do === 'duplicate') return this.#otherTree(step.do, step.one);
    const { one, other } = step;
    const seen = [...window.seen];
    const [anyId, any] = seen[one % Math.max(1, seen.length)] ?? ['' as NodeId, undefined];
    const anyPosition = any?.positionId ?? window.root;
    if (['commit', 'sibling', 'version', 'head', 'split', 'branch', 'prune'].includes(step.do))
      this.#pages.push({ treeId: window.treeId, page: window.page });
    const before = window.text;
    switch (step.do) {
      case 'commit': {
        const requestId = this.#requestId();
        await this.#intend('draft.commit', { requestId }, 'commits');
        expect(window.text).toBe(before);
        break;
      }
      case 'sibling': {
        const to =
          other % 3 === 0 ? ({ positionId: anyPosition } as const) : { step: other % 3 === 1 ? 1 : -1 };
        await this.#intend(
          'path.selectSibling',
          { at: node?.positionId ?? window.root, to },
          'commits, blanks dropped',
        );
        break;
      }
      case 'version': {
        const to = other % 3 === 0 ? ({ nodeId: anyId } as const) : { step: other % 3 === 1 ? 1 : -1 };
        await this.#intend(
          'path.selectVersion',
          { at: node?.positionId ?? window.root, to },
          'commits, blanks dropped',
        );
        break;
      }
      case 'head': {
        const reply = await this.#intend('path.moveHead', { to: anyPosition }, 'commits, blanks dropped');
        if (reply !== null) expect(window.page.nodes.at(-1)?.positionId ?? window.root).toBe(anyPosition);
        break;
      }
      case 'goTo': {
        const reply = await this.#intend('path.goTo', { nodeId: anyId }, 'commits, blanks dropped');
        if (reply !== null) expect(window.page.nodes.map(({ nodeId }) => nodeId)).toContain(anyId);
        break;
      }
      case 'child':
        await this.#intend('path.goToChild', {}, 'commits, blanks dropped');
        break;
      case 'split': {
        const index = one % (nodes.length + 1);
        const split = nodes[index];
        const text = split === undefined ? buffer : (split.edit ?? split.text);
        const offset = wholeOffset(text, other);
        const shown = textOf({ nodes: nodes.slice(0, index), buffer: text.slice(0, offset) });
        const reply = await this.#intend('node.split', { nodeId: split?.nodeId ?? null, offset }, 'commits');
        if (reply !== null && (split !== undefined || buffer !== '')) expect(window.text).toBe(shown);
        break;
      }
      case 'branch': {
        const reply = await this.#intend('node.branchEdit', { nodeId: node?.nodeId ?? anyId }, 'commits');
        if (reply !== null && node?.edit != null && node.edit !== node.text)
          expect(window.page.nodes.at(-1)?.text).toBe(node.edit);
        break;
      }
      case 'prune': {
        const at = other % 2 === 0 ? anyPosition : (node?.positionId ?? window.root);
        const reply = await this.#intend('position.prune', { positionId: at }, 'commits');
        if (reply !== null) expect(window.page.nodes.map(({ positionId }) => positionId)).not.toContain(at);
        if (reply !== null) this.#hidden.add(at);
        break;
      }
      case 'setPruned': {
        const positions = seen
          .filter((_, index) => index % (2 + (other % 3)) === 0)
          .map(([, { positionId }], index) => ({ positionId, pruned: (one + index) % 3 === 0 }));
        const reply =
          positions.length > 0 ? await this.#intend('position.setPruned', { positions }, 'keeps') : null;
        if (reply !== null)
          for (const { positionId, pruned } of positions)
            if (pruned) this.#hidden.add(positionId);
            else this.#hidden.delete(positionId);
        expect(window.text).toBe(before);
        break;
      }
      case 'bookmark':
      case 'exclude': {
        const how =
          step.do === 'bookmark'
            ? { bookmarked: other % 2 === 0, label: null }
            : { excluded: other % 2 === 0 };
        await this.#intend(`position.${step.do}`, { positionId: anyPosition, ...how }, 'keeps');
        expect(window.text).toBe(before);
        break;
      }
      case 'note':
        await window.save();
        if (any !== undefined)
          await this.#desk.call('node.annotate', { treeId: window.treeId, nodeId: anyId, text: 'A note.' });
        await window.save();
        break;
      case 'generate': {
        const model = this.#desk.grove.snapshot().agents.find(({ type }) => type === 'model');
        if (model === undefined) expect.unreachable();
        const at = other % 2 === 0 ? null : (node?.positionId ?? null);
        const options = { at, agentIds: [model.id], count: 1 + (other % 2), maxTokens: 3 };
        const reply = await this.#intend('generation.start', options, 'commits');
        expect(window.text).toBe(before);
        if (reply === null) break;
        if (other % 3 === 0) await this.#desk.call('generation.stop', { jobId: null, slot: null });
        await vi.waitFor(async () => {
          const jobs = await this.#desk.call('generation.running', { treeId: window.treeId });
          if (jobs.length > 0) throw new Error('still running');
        }, 20_000);
        const children = await this.#desk.call('path.children', {
          treeId: window.treeId,
          parentId: at ?? window.page.nodes.at(-1)?.positionId ?? window.root,
        });
        this.#arrived = children.map(({ positionId }) => positionId);
        await window.save();
        break;
      }
      case 'arrive': {
        const positionId = this.#arrived[other % Math.max(1, this.#arrived.length)] ?? anyPosition;
        await this.#intend('path.arrive', { positionId }, 'keeps');
        break;
      }
      case 'token': {
        const offset = wholeOffset(node?.text ?? '', other);
        await this.#intend(
          'node.chooseToken',
          { nodeId: node?.nodeId ?? anyId, offset, text: ' new' },
          'commits',
        );
        break;
      }
      case 'restore': {
        const own = this.#pages.filter(({ treeId }) => treeId === window.treeId);
        const page = own[other % Math.max(1, own.length)]?.page;
        if (page !== undefined) await this.#restore(page, one);
        break;
      }
      case 'again':
        await window.commitAgain();
        break;
      case 'readAll':
        await this.#readAll(anyId, anyPosition);
        break;
      case 'cursor': {
        const place = wholeOffset(before, one + other);
        const cursor = { anchor: place, head: place, scroll: other };
        await this.#desk.call('cursor.save', { treeId: window.treeId, cursor });
        await window.save();
        break;
      }
      case 'late':
        await window.intendOutdated();
        break;
    }
  }

  /** Closes the grove; returns what each tree must show and which texts must be in the file. */
  async leave(): Promise<{
    readonly path: string;
    readonly shown: ReadonlyMap<TreeId, string>;
    readonly kept: ReadonlySet<string>;
  }> {
    this.#unlock();
    for (const window of this.#windows.values()) await window.save();
    await this.#desk.close();
    const shown = new Map([...this.#windows].map(([id, window]) => [id, window.text]));
    const kept = new Set([...this.#windows.values()].flatMap(({ committed }) => [...committed]));
    return { path: this.#desk.path, shown, kept };
  }

  #lock(): void {
    if (this.#locker !== null) return;
    this.#journalBefore = null;
    this.#locker = new Database(this.#desk.path);
    this.#locker.exec('BEGIN IMMEDIATE');
    this.#lockedFor = 4;
  }

  #unlock(): void {
    this.#lockedFor = 0;
    this.#locker?.close();
    this.#locker = null;
  }

  /** Merges a copy that has diverged: nothing shown here may change. */
  async #merge(one: number): Promise<void> {
    this.#journalBefore = null;
    for (const window of this.#windows.values()) await window.save();
    await this.#desk.call('draft.flush', { treeId: this.#window.treeId });
    const copy = join(this.#folder, `copy-${++this.#openings}.aspen`);
    copyFileSync(this.#desk.path, copy);
    const theirs = new HandlersDesk(copy, 100_000 * this.#openings, journalHere());
    const there = await PlainWindow.open(theirs, theirs.treeId);
    const index = one % (there.page.nodes.length + 1);
    there.type(index, 0, 0, 'There ');
    if (one % 2 === 0) await there.intend('draft.commit', { requestId: this.#requestId() }, 'commits');
    else await there.save();
    await theirs.close();
    this.#desk.chosenFile = copy;
    expect(await this.#desk.call('copy.merge', {})).toBe('done');
    for (const window of this.#windows.values()) await window.reopen(this.#desk, false);
  }

  /** Another program commits what is typed here, or adds to what the file has of it; then it is committed here. */
  async #externalWrite(one: number, other: number): Promise<void> {
    this.#journalBefore = null;
    for (const window of this.#windows.values()) await window.save();
    const window = this.#window;
    const isFlushed = one % 2 === 0;
    if (isFlushed) await this.#desk.call('draft.flush', { treeId: window.treeId });
    const theirs = new HandlersDesk(this.#desk.path, 100_000 * ++this.#openings, journalHere());
    const there = await PlainWindow.open(theirs, window.treeId);
    const isPure = isFlushed && other % 3 === 0;
    if (!isPure) there.type(other % (there.page.nodes.length + 1), 0, 0, 'There ');
    await there.intend('draft.commit', { requestId: this.#requestId() }, 'commits');
    await theirs.close();
    const before = window.text;
    if (one % 3 === 0) await this.#desk.call('grove.rename', { name: 'Noticed' }).catch(() => undefined);
    if (one % 3 === 1) await vi.advanceTimersByTimeAsync(6_000);
    await window.commitDespiteConflicts(() => this.#requestId());
    if (isPure) expect(window.text).toBe(before);
    for (const beside of this.#windows.values())
      if (beside !== window) await beside.commitDespiteConflicts(() => this.#requestId());
  }

  /** Undo, which shows hidden positions again, or redo, which hides them. */
  async #restore(page: Page, one: number): Promise<void> {
    const window = this.#window;
    const shown = page.nodes.filter(({ positionId }) => this.#hidden.has(positionId));
    const kept = new Set(page.nodes.map(({ positionId }) => positionId));
    const left = one % 2 === 0 ? window.page.nodes.find((node) => !kept.has(node.positionId)) : undefined;
    const pruned = shown.map(({ positionId }) => ({ positionId, pruned: false }));
    if (left !== undefined) pruned.push({ positionId: left.positionId, pruned: true });
    if (!(await window.restore(page, pruned))) return;
    for (const { positionId, pruned: is } of pruned)
      if (is) this.#hidden.add(positionId);
      else this.#hidden.delete(positionId);
  }

  /** Makes every read request; none may change anything. */
  async #readAll(nodeId: NodeId, positionId: PositionId): Promise<void> {
    const window = this.#window;
    const { treeId } = window;
    await window.save();
    const desk = this.#desk;
    await desk.call('path.children', { treeId, parentId: positionId });
    await desk.call('path.headers', { treeId, positionIds: [positionId] });
    await desk.call('tree.positions', { treeId, after: 0 });
    await desk.call('search.find', { text: 'a', treeId, ranked: true, limit: 10 });
    if (!this.#hidden.has(positionId))
      await desk
        .call('path.preview', { treeId, positionId, limit: 100 })
        .catch(refusedAs('INVALID_ARGUMENT', 'NOT_FOUND'));
    if (window.seen.has(nodeId)) {
      await desk.call('node.read', { treeId, nodeId });
      await desk.call('node.versions', { treeId, positionId });
    }
    expect(desk.grove.exportPath(treeId, true).path.text).toBe(window.text);
    await window.save();
  }

  /** Undoes what a crash recovery restored, or redoes it. */
  async #takeOffer(one: number): Promise<void> {
    const windows = [...this.#windows.values()];
    for (const window of windows) await window.save();
    const offered = () =>
      this.#desk.grove.snapshot().notices.flatMap(({ id, offers }) => offers.map((offer) => ({ id, offer })));
    const take = async (taken: ReturnType<typeof offered>[number]) => {
      await this.#desk.call('grove.takeOffer', taken);
      for (const window of windows) await window.reloadDraft();
    };
    const before = windows.map(({ page }) => page);
    const offers = offered().filter(({ offer }) => /^(undo|redo)Recovery$/.test(offer));
    const first = offers[one % Math.max(1, offers.length)];
    if (first === undefined) return;
    await take(first);
    if (first.offer === 'redoRecovery' || one % 2 === 0) return;
    const redo = offered().find(
      ({ id, offer }) => offer === 'redoRecovery' && offers.every((o) => o.id !== id),
    );
    if (redo !== undefined) await take(redo);
    expect(windows.map(({ page }) => page)).toEqual(before);
  }

  #requestId(): RequestId {
    const [opening, request] = [this.#openings, ++this.#requests].map((n) => String(n).padStart(10, '0'));
    return `01KDXR${opening}${request}` as RequestId;
  }

  /** Runs an intent and remembers the journal before it; a refused intent commits nothing. */
  async #intend(...intent: Parameters<PlainWindow['intend']>): ReturnType<PlainWindow['intend']> {
    const journalBefore = await this.#journal.read(this.#desk.grove.snapshot().id, []);
    const reply = await this.#window.intend(...intent);
    if (reply !== null) this.#journalBefore = journalBefore;
    return reply;
  }

  async #type({ where, at, length, insert, saves }: Extract<Step, { do: 'type' }>): Promise<void> {
    const window = this.#window;
    const { nodes, buffer } = window.page;
    const index = where % 3 === 0 ? where % (nodes.length + 1) : nodes.length;
    const node: ShownNode | undefined = nodes[index];
    const text = node === undefined ? buffer : (node.edit ?? node.text);
    const from = wholeOffset(text, at);
    const to = Math.max(from, wholeOffset(text, Math.min(text.length, from + length)));
    window.type(index, from, to, insert);
    if (!saves) return;
    await window.save();
  }

  async #otherTree(how: 'tree' | 'duplicate', one: number): Promise<void> {
    const window = this.#window;
    await window.save();
    if (how === 'duplicate') {
      const tree = await this.#desk.call('tree.duplicate', { treeId: window.treeId });
      if (tree === null) expect.unreachable();
      const duplicate = await PlainWindow.open(this.#desk, tree.id);
      expect(duplicate.text).toBe(window.text);
      this.#windows.set(tree.id, duplicate);
      return;
    }
    if (one % 3 === 0) {
      const { id } = await this.#desk.call('tree.create', { title: null });
      this.#windows.set(id, await PlainWindow.open(this.#desk, id));
    }
    const next = [...this.#windows.values()][one % this.#windows.size];
    if (next === undefined) return;
    await this.#desk.call('tree.show', { treeId: next.treeId });
    this.#window = next;
  }

  /** Kills the program. @param isJournalStale the journal does not have the last commit yet */
  async #kill(isJournalStale: boolean): Promise<void> {
    const copy = join(this.#folder, `killed-${++this.#openings}.aspen`);
    copyFileSync(this.#desk.path, copy);
    const journalBefore = isJournalStale ? this.#journalBefore : null;
    const journal =
      journalBefore === null ? this.#journal : { ...this.#journal, read: async () => journalBefore };
    const old = this.#desk;
    await this.#open(copy, journal);
    await old.close();
  }

  async #reopen(): Promise<void> {
    for (const window of this.#windows.values()) await window.save();
    await this.#desk.close();
    this.#openings += 1;
    await this.#open(this.#desk.path, this.#journal);
    expect(this.#desk.grove.snapshot().notices).toEqual([]);
  }

  async #open(path: string, journal: RecoveryJournal): Promise<void> {
    this.#journalBefore = null;
    this.#desk = new HandlersDesk(path, 100_000 * this.#openings, journal, join(this.#folder, 'backups'));
    await this.#desk.grove.recover([this.#desk.grove.sessionId]);
    for (const window of this.#windows.values()) await window.reopen(this.#desk, journal !== this.#journal);
  }
}

function refusedAs(...codes: readonly string[]): (error: unknown) => void {
  return (error) => expect(codes).toContain(error instanceof AspenError ? error.code : error);
}

function wholeOffset(text: string, at: number): number {
  const offset = Math.min(text.length, at);
  return /[\udc00-\udfff]/.test(text.charAt(offset)) ? offset - 1 : offset;
}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
});

afterEach(() => {
  vi.useRealTimers();
});

// Longer runs (FC_RUNS) may take as long as they need.
describe('any requests, with the program ending at any time', { timeout: 1_200_000 }, () => {
  it('main has what is shown, and the file has everything committed', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 40, size: 'max' }), async (steps) => {
        const writer = await Writer.start();
        for (const next of steps) await writer.perform(next);
        const { path, shown, kept } = await writer.leave();
        const file = new Database(path, { readonly: true });
        const texts = new Set(file.prepare<[], string>('select text from node').pluck().all());
        file.close();
        expect([...kept].filter((text) => !texts.has(text))).toEqual([]);
        const again = new HandlersDesk(path, 90_000_000, journalHere());
        for (const [treeId, text] of shown) expect((await PlainWindow.open(again, treeId)).text).toBe(text);
        const { violations, nodes, log, records } = await again.call('grove.verify', {});
        expect({ violations, log, records }).toEqual({ violations: [], log: [], records: [] });
        expect(nodes.invalid).toBe(0);
        await again.close();
      }),
      { ...casesFor('file'), examples: KNOWN.map((steps) => [[...steps]]) },
    );
  });
});
