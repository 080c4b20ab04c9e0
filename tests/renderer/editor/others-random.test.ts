import { redoDepth, undoDepth } from '@codemirror/commands';
import { Transaction } from '@codemirror/state';
import fc from 'fast-check';
import { afterEach, describe, expect, it } from 'vitest';
import type { AgentId, NodeId } from '../../../src/core/ids.ts';
import { spliceSpans, wholeSpans } from '../../../src/core/text/span.ts';
import { textAuthors } from '../../../src/renderer/editor/marks/authorship.ts';
import { casesFor } from '../../helpers/fast-check-runs.ts';
import {
  contentOf,
  letters,
  MODEL,
  node,
  type Opened,
  OTHER_MODEL,
  openManuscript,
} from './open-manuscript.ts';
import { ToldDraft } from './told-draft.ts';

/** Every character occurs once, so that each tells where it belongs. The writer types small letters. */
const NODES = [
  node('0', 'ABCDEF'),
  node('1', 'GHIJKL', MODEL),
  node('2', 'MN', OTHER_MODEL),
  node('3', 'OPQRST', MODEL),
];
const BUFFER = 'UV';
const ORIGINAL = /[A-Z]/;
/** Digits are a branch that the writer switched to, Greek is by the model and Cyrillic by the other. */
const AUTHORS: readonly (readonly [RegExp, string])[] = [
  [/[G-LO-T\p{Script=Greek}]/u, 'm'],
  [/[MN0-9\p{Script=Cyrillic}]/u, 'o'],
];

const letterOf = (character: string) => AUTHORS.find(([script]) => script.test(character))?.[1] ?? 'w';

const place = fc.nat(999);
const length = fc.oneof(fc.constant(0), fc.nat(9));

const step = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      do: fc.constant('type' as const),
      at: place,
      length,
      insert: fc.constantFrom('', 'a', 'bc'),
      joined: fc.boolean(),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('others' as const),
      at: place,
      length,
      /** A second place, if it comes later. */
      more: place,
      insert: fc.nat(2),
      agent: fc.constantFrom(MODEL, OTHER_MODEL),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constantFrom('undo' as const, 'redo' as const),
      times: fc.integer({ min: 1, max: 3 }),
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('answer' as const) }) },
  /** Main’s path has another version of a node, with a character more or less. */
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('path' as const),
      index: fc.nat(3),
      at: place,
      insert: fc.boolean(),
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('switch' as const), keep: fc.nat(4) }) },
);

type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

class Session {
  readonly opened: Opened;
  readonly #told: ToldDraft;
  #ids = NODES.length;
  #characters = { [MODEL as string]: 'α', [OTHER_MODEL as string]: 'а' };
  /** Characters of others that were inserted, and any that others deleted. */
  readonly inserted = new Set<string>();
  readonly deleted = new Set<string>();

  constructor() {
    const content = contentOf(NODES, BUFFER);
    this.#told = new ToldDraft(content);
    this.opened = openManuscript(content, { onDraftEvent: (event) => this.#told.onEvent(event) });
  }

  run(next: Step): void {
    const { manuscript, view, type } = this.opened;
    const size = view.state.doc.length;
    const range = (at: number, count: number): [number, number] => {
      const from = at % (size + 1);
      return [from, Math.min(size, from + count)];
    };
    switch (next.do) {
      case 'type':
        type(...range(next.at, next.length), next.insert, next.joined ? 'input.type' : 'input.paste');
        break;
      case 'others':
        this.#byOthers(range(next.at, next.length), next.more % (size + 1), next.insert, next.agent);
        break;
      case 'undo':
      case 'redo':
        for (let i = 0; i < next.times; i++) manuscript[next.do]();
        break;
      case 'answer':
        this.#answer();
        break;
      case 'path':
        this.#showVersion(next.index, next.at, next.insert);
        break;
      case 'switch': {
        this.answerAll();
        manuscript.seal();
        this.answerAll();
        const keep = Math.min(next.keep, this.#told.path.length);
        const tail = [node(String(this.#ids++), String(this.#ids % 10), OTHER_MODEL)];
        this.#told.replaceTail(keep, tail);
        manuscript.replaceTail(keep, tail, { caret: 'keep' });
      }
    }
  }

  #byOthers([from, to]: [number, number], more: number, count: number, agent: AgentId): void {
    const { view } = this.opened;
    const places = [[from, to], ...(more > to ? [[more, more]] : [])] as const;
    let at = 0;
    const changes = places.map(([start, end]) => {
      const insert = this.#newText(agent, count);
      const spans = { at: start + at, spans: wholeSpans(agent, count) };
      at += count - (end - start);
      return { from: start, to: end, insert, spans };
    });
    for (const character of view.state.sliceDoc(from, to)) this.deleted.add(character);
    view.dispatch({
      changes: changes.map(({ from, to, insert }) => ({ from, to, insert })),
      annotations: [
        Transaction.addToHistory.of(false),
        textAuthors.of(changes.flatMap(({ spans }) => (count > 0 ? [spans] : []))),
      ],
    });
  }

  #showVersion(index: number, place: number, isLonger: boolean): void {
    this.answerAll();
    const { manuscript } = this.opened;
    const { edits, buffer } = manuscript.draft();
    const { path } = this.#told;
    const shown = path[index];
    if (shown === undefined || edits.some(({ nodeId }) => nodeId === shown)) return;
    const old = this.#told.nodeAt(shown);
    if (NODES[index]?.positionId !== old.positionId) return;
    const at = place % (old.text.length + 1);
    const insert = isLonger ? this.#newText(MODEL, 1) : '';
    if (!isLonger && at < old.text.length) this.deleted.add(old.text[at] ?? '');
    const text = old.text.slice(0, at) + insert + old.text.slice(isLonger ? at : at + 1);
    const spans = spliceSpans(
      old.spans,
      at,
      isLonger ? at : Math.min(old.text.length, at + 1),
      wholeSpans(MODEL, insert.length),
    );
    const version = { nodeId: String(this.#ids++) as NodeId, positionId: old.positionId, text, spans };
    const nodes = path.map((nodeId) => (nodeId === shown ? version : this.#told.nodeAt(nodeId)));
    this.#told.replaceTail(0, nodes);
    manuscript.showPath({ nodes, edits, buffer });
  }

  #newText(agent: AgentId, count: number): string {
    let text = '';
    for (let i = 0; i < count; i++) {
      let next = this.#characters[agent] ?? '';
      text += next;
      this.inserted.add(next);
      do next = String.fromCharCode(next.charCodeAt(0) + 1);
      while (!/\p{L}/u.test(next));
      this.#characters[agent] = next;
    }
    return text;
  }

  #answer(): void {
    const commit = this.#told.answer(() => String(this.#ids++));
    if (commit === undefined) return;
    this.opened.manuscript.applyCommit(commit);
    this.#told.applyQueued();
  }

  answerAll(): void {
    while (!this.#told.isIdle) this.#answer();
  }

  seen() {
    const { manuscript, spans, show } = this.opened;
    return {
      show: show(),
      authors: letters(spans()),
      edits: manuscript.draft().edits.map(({ nodeId }) => nodeId),
    };
  }

  /** Main knows what the manuscript shows, and every character has its author. */
  check(): void {
    const { manuscript, spans } = this.opened;
    const text = manuscript.textForChecks();
    expect(letters(spans())).toBe([...text].map(letterOf).join(''));
    if (!this.#told.isIdle) return;
    expect(this.#told.parts.map((part) => part.text).join('')).toBe(text);
    const { buffer, ...draft } = manuscript.draft();
    const told = this.#told.draft();
    expect({ ...draft, buffer: [buffer.text, buffer.spans] }).toEqual({
      ...told,
      buffer: [told.buffer.text, told.buffer.spans],
    });
  }

  /** The text is the original with only what others changed, each node with its own. */
  checkOriginal(): void {
    const { show, manuscript } = this.opened;
    const own = [...NODES.map(({ text }) => text), BUFFER].map((text) =>
      [...text].filter((character) => !this.deleted.has(character)).join(''),
    );
    const parts = show().split('|');
    // A change that committed the working buffer left an empty one behind it.
    const originals = parts.map((part) => [...part].filter((character) => ORIGINAL.test(character)).join(''));
    expect(originals).toEqual([...own, ...parts.slice(own.length).map(() => '')]);
    // Text on both sides of what others inserted and deleted again may come back when a step restores it.
    const isCertain = (character: string) => !(this.inserted.has(character) && this.deleted.has(character));
    const rest = [...parts.join('')].filter((character) => !ORIGINAL.test(character) && isCertain(character));
    expect(rest.toSorted()).toEqual([...this.inserted].filter(isCertain).toSorted());
    // Text that others inserted and deleted again leaves an edit that changes nothing, as typing does.
    if ([...this.inserted].some((character) => this.deleted.has(character))) return;
    for (const { nodeId, text } of manuscript.draft().edits)
      expect(text).not.toBe(NODES.find((original) => original.nodeId === nodeId)?.text);
  }
}

afterEach(() => document.body.replaceChildren());

/** Each case takes every step three times. */
const cases = casesFor('rendering');

describe('with changes by others between the writer’s', { timeout: 600_000 }, () => {
  it('undoing everything leaves the original with only theirs, and redoing everything brings it back', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 14, size: 'max' }), (steps) => {
        const session = new Session();
        const { manuscript, view } = session.opened;
        for (const next of steps) {
          session.run(next);
          session.check();
        }
        while (redoDepth(view.state) > 0) manuscript.redo();
        const before = session.seen();
        while (undoDepth(view.state) > 0) {
          manuscript.undo();
          session.check();
        }
        session.answerAll();
        session.check();
        session.checkOriginal();
        while (redoDepth(view.state) > 0) {
          manuscript.redo();
          session.check();
        }
        session.answerAll();
        session.check();
        const { show, authors } = session.seen();
        expect({ show, authors }).toEqual({ show: before.show, authors: before.authors });
        manuscript.destroy();
        document.body.replaceChildren();
      }),
      { ...cases, numRuns: Math.ceil(cases.numRuns / 3) },
    );
  });
});
