import { redoDepth, undoDepth } from '@codemirror/commands';
import fc from 'fast-check';
import { afterEach, describe, expect, it } from 'vitest';
import { listSegments } from '../../../src/core/buffer/segments.ts';
import type { NodeId } from '../../../src/core/ids.ts';
import { concatSpans, makeSpan, type Spans } from '../../../src/core/text/span.ts';
import { isInsidePair } from '../../../src/core/text/surrogate-pair.ts';
import { segments } from '../../../src/renderer/editor/path/segments.ts';
import { casesFor } from '../../helpers/fast-check-runs.ts';
import {
  contentOf,
  letters,
  MODEL,
  node,
  type Opened,
  OTHER_MODEL,
  openManuscript,
  WRITER,
} from './open-manuscript.ts';
import { ToldDraft } from './told-draft.ts';

/** Everything that undo or redo has to restore. */
interface Seen {
  readonly text: string;
  readonly authors: string;
  readonly caret: readonly number[];
  readonly parts: readonly SeenPart[];
}

interface SeenPart {
  readonly text: string;
  readonly nodeId: NodeId | null;
  readonly pending: boolean;
  /** A commit is in flight, so the resulting node is not known yet. */
  readonly sealed: boolean;
}

/** The writer writes Latin, one model Greek, the other Cyrillic, so each character reveals its author. */
const LATIN = 'the quick 🌲 brown\nfox';
const GREEK = 'η γρήγορη 🏰 καφέ\nαλεπού';
const CYRILLIC = 'быстрая лиса 🦊';

function whoWrote(text: string): string {
  return [...text]
    .map((character) => {
      const letter = /[\p{Script=Greek}🏰]/u.test(character)
        ? 'm'
        : /[\p{Script=Cyrillic}🦊]/u.test(character)
          ? 'o'
          : 'w';
      return letter.repeat(character.length);
    })
    .join('');
}

function spansOf(text: string): Spans {
  const agents = { w: WRITER, m: MODEL, o: OTHER_MODEL };
  return concatSpans([...whoWrote(text)].map((letter) => makeSpan(agents[letter as keyof typeof agents], 1)));
}

/** Maps a random offset into the text, never inside a surrogate pair. */
function wholeIn(text: string, offset: number): number {
  const at = offset % (text.length + 1);
  return isInsidePair(text, at) ? at - 1 : at;
}

const foreign = (text: string) => text.replace(/[^\p{Script=Greek}\p{Script=Cyrillic}🏰🦊]/gu, '');

type Step =
  | {
      readonly do: 'replace';
      readonly at: number;
      readonly length: number;
      readonly insert: string;
      readonly joined: boolean;
    }
  | { readonly do: 'everywhere'; readonly insert: string }
  | { readonly do: 'move'; readonly at: number; readonly length: number; readonly to: number }
  | { readonly do: 'undo' | 'redo'; readonly times: number }
  | { readonly do: 'seal' | 'answer' | 'refuse' }
  | { readonly do: 'append'; readonly text: string }
  | { readonly do: 'caret'; readonly at: number; readonly to: number }
  /** Another version of a node, with `insert` in place of `[at, at + length)`. */
  | {
      readonly do: 'version';
      readonly index: number;
      readonly at: number;
      readonly length: number;
      readonly insert: string;
    }
  | {
      readonly do: 'switch';
      readonly keep: number;
      readonly texts: readonly string[];
      readonly same: number;
      /** The caret's target; null if it stays. */
      readonly at: number | null;
    };

const place = fc.integer({ min: 0, max: 999 });
const typed = fc.constantFrom('', 'a', 'b ', '\n', '🌲', LATIN);
const generated = fc.constantFrom(foreign(GREEK), foreign(CYRILLIC), 'α', '🏰🏰', '');

const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 8,
    arbitrary: fc.record({
      do: fc.constant('replace' as const),
      at: place,
      length: fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 30 })),
      insert: typed,
      joined: fc.boolean(),
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('everywhere' as const), insert: typed }) },
  {
    weight: 1,
    arbitrary: fc.record({ do: fc.constant('move' as const), at: place, length: fc.nat(20), to: place }),
  },
  {
    weight: 4,
    arbitrary: fc.record({ do: fc.constant('undo' as const), times: fc.integer({ min: 1, max: 4 }) }),
  },
  {
    weight: 3,
    arbitrary: fc.record({ do: fc.constant('redo' as const), times: fc.integer({ min: 1, max: 4 }) }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constantFrom('seal', 'answer', 'answer', 'refuse') }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('append' as const), text: generated }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('caret' as const), at: place, to: place }) },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant('version' as const),
      index: fc.nat(6),
      at: place,
      length: fc.nat(12),
      insert: fc.oneof(typed, generated),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('switch' as const),
      keep: fc.nat(6),
      texts: fc.array(generated, { maxLength: 3 }),
      same: fc.nat(2),
      at: fc.option(fc.nat(6)),
    }),
  },
);

class Session {
  readonly told: ToldDraft;
  readonly opened: Opened;
  #ids = 0;
  /** The state before each step that can be undone, and after each that can be redone; null if unknown. */
  #before: (Seen | null)[] = [];
  #after: (Seen | null)[] = [];
  /** Places where moves left the caret, by undo depth at that time. */
  readonly #carets = new Map<number, readonly number[]>();
  /** A commit was refused, so texts that were separate are now joined. */
  #isLoose = false;

  constructor() {
    const content = contentOf(
      [
        node('0', LATIN),
        node('1', foreign(GREEK), MODEL),
        node('2', foreign(CYRILLIC), OTHER_MODEL),
        node('3', '🏰', MODEL),
      ],
      'x',
    );
    this.told = new ToldDraft(content);
    this.opened = openManuscript(content, { onDraftEvent: (event) => this.told.onEvent(event) });
  }

  run(step: Step): void {
    const { manuscript, view } = this.opened;
    const { length } = view.state.doc;
    const whole = (offset: number) => wholeIn(view.state.doc.toString(), offset);
    switch (step.do) {
      case 'replace': {
        const from = whole(step.at);
        const to = Math.max(from, whole(Math.min(length, from + step.length)));
        this.#edit(() => this.opened.type(from, to, step.insert, step.joined ? 'input.type' : 'input'));
        break;
      }
      case 'everywhere': {
        const text = view.state.doc.toString();
        const found = [...text.matchAll(/[aαа]/g)].map(({ index }) => ({ from: index, to: index + 1 }));
        this.#edit(() =>
          view.dispatch({
            changes: found.map((range) => ({ ...range, insert: step.insert })),
            userEvent: 'input.replace.all',
          }),
        );
        break;
      }
      case 'move': {
        const from = whole(step.at);
        const to = Math.max(from, whole(Math.min(length, from + step.length)));
        const target = whole(step.to);
        if (from === to || (target >= from && target <= to)) break;
        this.drag(from, to, target);
        break;
      }
      case 'caret':
        view.dispatch({ selection: { anchor: whole(step.at), head: whole(step.to) } });
        break;
      case 'undo':
        for (let i = 0; i < step.times; i++) this.#undo();
        break;
      case 'redo':
        for (let i = 0; i < step.times; i++) this.#redo();
        break;
      case 'seal':
        manuscript.seal();
        break;
      case 'answer':
        this.answer();
        break;
      case 'refuse': {
        manuscript.unseal();
        this.#isLoose = true;
        const { nodes, draft } = manuscript.pathAndDraft();
        this.told.refuse(
          nodes.map(({ nodeId }) => nodeId),
          draft,
        );
        break;
      }
      case 'append': {
        this.answerAll();
        const made = node(this.newId(), step.text, agentOf(step.text));
        this.told.replaceTail(this.told.path.length, [made]);
        this.#move(this.capture(), () => manuscript.append(made));
        break;
      }
      case 'version': {
        this.answerAll();
        const index = step.index % Math.max(1, this.told.path.length);
        if (this.told.path[index] === undefined) break;
        const { before, discarded } = this.#settleMove();
        const { path } = this.told;
        const shown = path[index] as NodeId;
        const { text, positionId } = this.told.nodeAt(shown);
        const from = wholeIn(text, step.at);
        const to = Math.max(from, wholeIn(text, Math.min(text.length, from + step.length)));
        const now = text.slice(0, from) + step.insert + text.slice(to);
        const version = { ...node(this.newId(), now), positionId, spans: spansOf(now) };
        const after = path.slice(index + 1).map((nodeId) => this.told.nodeAt(nodeId));
        const tail = [version, ...after];
        this.told.replaceTail(index, tail);
        // If main discarded a blank buffer, it resends everything after this node.
        const [nodes, rest] = discarded ? [tail, 0] : [[version], after.length];
        this.#move(before, () => manuscript.replaceTail(index, nodes, { caret: 'keep', keptAfter: rest }));
        break;
      }
      case 'switch': {
        const { before } = this.#settleMove();
        const { path } = this.told;
        const keep = Math.min(step.keep, path.length);
        const same = path.slice(Math.max(keep, path.length - step.same));
        const tail = [
          ...step.texts.map((text) => node(this.newId(), text, agentOf(text))),
          ...same.map((nodeId) => this.told.nodeAt(nodeId)),
        ];
        this.told.replaceTail(keep, tail);
        this.#move(before, () =>
          manuscript.replaceTail(keep, tail, {
            caret: step.at === null ? 'keep' : (step.at % (keep + 1)) - 1,
          }),
        );
        break;
      }
    }
  }

  /** Commits the draft as a move does, which discards a blank working buffer; `before` is the state undo restores. */
  #settleMove(): { readonly before: Seen; readonly discarded: boolean } {
    this.answerAll();
    this.opened.manuscript.seal();
    const discarded = this.answer(true);
    const before = this.capture();
    return { before: discarded ? withJoinedEnd(before) : before, discarded };
  }

  /** A change typed by the writer; what it seals is not part of the undo step. */
  #edit(change: () => void): void {
    const { state } = this.opened.view;
    const depth = undoDepth(state);
    const seals = this.opened.events.length;
    const seen = this.capture();
    change();
    const now = this.opened.view.state;
    if (now.doc.eq(state.doc) && undoDepth(now) === depth && redoDepth(now) === redoDepth(state)) return;
    const sealed = this.opened.events.slice(seals).find((event) => event.kind === 'sealed');
    const before = sealed === undefined ? seen : withSealed(seen);
    if (undoDepth(now) > depth) this.#before[depth] = before;
    this.#forgetAfter(undoDepth(now));
  }

  #move(before: Seen, move: () => void): void {
    const depth = undoDepth(this.opened.view.state);
    move();
    const now = undoDepth(this.opened.view.state);
    if (now === depth) return;
    this.#before[depth] = before;
    this.#forgetAfter(now);
    this.#carets.set(now, this.capture().caret);
  }

  #forgetAfter(depth: number): void {
    this.#before.length = depth;
    this.#after = [];
    for (const at of this.#carets.keys()) if (at >= depth) this.#carets.delete(at);
  }

  #undo(): void {
    const { view, manuscript } = this.opened;
    const depth = undoDepth(view.state);
    const seen = this.capture();
    manuscript.undo();
    const now = undoDepth(view.state);
    if (now === depth) return;
    const before = this.#before[now] ?? null;
    this.#expect(before, before?.caret);
    for (let at = now + 1; at < depth; at++) this.#after[at] = null;
    this.#after[depth] = seen;
  }

  #redo(): void {
    const { view, manuscript } = this.opened;
    const depth = undoDepth(view.state);
    const seen = this.capture();
    manuscript.redo();
    const now = undoDepth(view.state);
    if (now === depth) return;
    this.#expect(this.#after[now] ?? null, this.#carets.get(now));
    for (let at = depth + 1; at < now; at++) this.#before[at] = null;
    this.#before[depth] = { ...seen, caret: this.#before[depth]?.caret ?? seen.caret };
  }

  #expect(seen: Seen | null, caret: readonly number[] | undefined): void {
    if (seen === null) return;
    const now = this.capture();
    expect(now.text).toBe(seen.text);
    expect(now.authors).toBe(seen.authors);
    if (caret !== undefined) expect(now.caret).toEqual(caret);
    if (this.#isLoose) return;
    expect(now.parts.map((part) => part.text)).toEqual(seen.parts.map((part) => part.text));
    expect(now.parts.map((part) => part.pending)).toEqual(seen.parts.map((part) => part.pending));
    const known = (parts: readonly SeenPart[]) =>
      parts.map(({ nodeId }, index) => (seen.parts[index]?.sealed === true ? null : nodeId));
    expect(known(now.parts)).toEqual(known(seen.parts));
  }

  /** Drags `[from, to)` to `target`, as CodeMirror does: a `dragstart` first. */
  drag(from: number, to: number, target: number): void {
    const { view } = this.opened;
    view.dispatch({ selection: { anchor: from, head: to } });
    const event = new Event('dragstart', { bubbles: true });
    Object.assign(event, { dataTransfer: { setData: () => {}, effectAllowed: '' } });
    view.contentDOM.dispatchEvent(event);
    const insert = view.state.sliceDoc(from, to);
    this.#edit(() =>
      view.dispatch({
        changes: [
          { from, to },
          { from: target, insert },
        ],
        userEvent: 'move.drop',
      }),
    );
  }

  capture(): Seen {
    const { view, spans } = this.opened;
    const { segments: all, sealed } = view.state.field(segments);
    let start = 0;
    const parts = listSegments(all).map(({ segmentId, nodeId, pending, length }) => {
      const text = view.state.sliceDoc(start, start + length);
      start += length;
      return { text, nodeId, pending, sealed: sealed.has(segmentId) };
    });
    const { anchor, head } = view.state.selection.main;
    return { text: view.state.doc.toString(), authors: letters(spans()), caret: [anchor, head], parts };
  }

  /** Answers the oldest seal; true if that discarded a blank working buffer. */
  answer(discardBlank = false): boolean {
    const commit = this.told.answer(() => this.newId(), discardBlank);
    if (commit === undefined) return false;
    this.opened.manuscript.applyCommit(commit);
    this.told.applyQueued();
    return discardBlank && this.capture().parts.at(-2)?.nodeId === null;
  }

  answerAll(): void {
    while (!this.told.isIdle) this.answer();
  }

  newId(): string {
    this.#ids += 1;
    return `new-${this.#ids}`;
  }

  check(): void {
    const { view, manuscript } = this.opened;
    const path = view.state.field(segments);
    const list = listSegments(path.segments);
    const { text, authors, caret } = this.capture();
    expect(authors).toBe(whoWrote(text));
    expect(text.isWellFormed()).toBe(true);
    for (const at of caret) expect(at).toBe(wholeIn(text, at));
    expect([...path.pending].sort()).toEqual(
      list
        .filter((s) => s.pending)
        .map((s) => s.segmentId)
        .sort(),
    );
    if (!this.told.isIdle) return;
    const texts = this.told.parts;
    expect(list.slice(0, -1).map(({ nodeId }) => nodeId)).toEqual(this.told.path);
    expect(list.map(({ length }) => length)).toEqual(texts.map((part) => part.text.length));
    expect(texts.map((part) => part.text).join('')).toBe(text);
    expect(letters(concatSpans(...texts.map((part) => part.spans)))).toBe(authors);
    const { buffer, ...draft } = manuscript.draft();
    const told = this.told.draft();
    expect({ ...draft, buffer: [buffer.text, buffer.spans] }).toEqual({
      ...told,
      buffer: [told.buffer.text, told.buffer.spans],
    });
  }
}

/** The state that undoing a change that sealed the draft restores: nothing pending, and a new working buffer. */
function withSealed(seen: Seen): Seen {
  const parts = seen.parts.map((part) => ({ ...part, pending: false, sealed: part.sealed || part.pending }));
  const buffer = parts.at(-1);
  if (buffer === undefined || buffer.text === '') return { ...seen, parts };
  const next = { text: '', nodeId: null, pending: false, sealed: false };
  return { ...seen, parts: [...parts.with(-1, { ...buffer, sealed: true }), next] };
}

/** The state with a discarded blank working buffer restored. */
function withJoinedEnd(seen: Seen): Seen {
  const [blank, buffer] = seen.parts.slice(-2);
  if (blank === undefined || buffer === undefined) throw new Error('nothing was discarded');
  return {
    ...seen,
    parts: [...seen.parts.slice(0, -2), { ...buffer, text: blank.text + buffer.text }],
  };
}

function agentOf(text: string) {
  return /\p{Script=Cyrillic}/u.test(text) ? OTHER_MODEL : MODEL;
}

afterEach(() => document.body.replaceChildren());

// Longer runs (FC_RUNS) need the long timeout.
describe('after random edits', { timeout: 600_000 }, () => {
  it('events, segments, authors and text agree, and no text changes its author', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 40, size: 'max' }), (steps) => {
        const session = new Session();
        for (const next of steps) {
          session.run(next);
          session.check();
        }
        session.answerAll();
        session.check();
        session.opened.manuscript.destroy();
        document.body.replaceChildren();
      }),
      casesFor('editor'),
    );
  });
});
