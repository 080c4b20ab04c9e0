import fc from 'fast-check';
import { afterEach, describe, expect, it } from 'vitest';
import { listSegments } from '../../../src/core/buffer/segments.ts';
import { concatSpans } from '../../../src/core/text/span.ts';
import { segments } from '../../../src/renderer/editor/segments.ts';
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

/** The writer writes Latin, one model Greek, the other Cyrillic; so each character says who wrote it. */
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
  | {
      readonly do: 'switch';
      readonly keep: number;
      readonly texts: readonly string[];
      readonly same: number;
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
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant('switch' as const),
      keep: fc.nat(6),
      texts: fc.array(generated, { maxLength: 3 }),
      same: fc.nat(2),
    }),
  },
);

class Session {
  readonly told: ToldDraft;
  readonly opened: Opened;
  #ids = 0;

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
    this.opened = openManuscript(content, { onTold: (event) => this.told.take(event) });
  }

  take(step: Step): void {
    const { manuscript, view } = this.opened;
    const { length } = view.state.doc;
    // Inside a pair no caret ever stands.
    const whole = (offset: number) => {
      const at = offset % (length + 1);
      return /[\udc00-\udfff]/.test(view.state.sliceDoc(at, at + 1)) ? at - 1 : at;
    };
    switch (step.do) {
      case 'replace': {
        const from = whole(step.at);
        const to = Math.max(from, whole(Math.min(length, from + step.length)));
        this.opened.type(from, to, step.insert, step.joined ? 'input.type' : 'input');
        break;
      }
      case 'everywhere': {
        const text = view.state.doc.toString();
        const found = [...text.matchAll(/[aαа]/g)].map(({ index }) => ({ from: index, to: index + 1 }));
        view.dispatch({
          changes: found.map((range) => ({ ...range, insert: step.insert })),
          userEvent: 'input.replace.all',
        });
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
      case 'undo':
        for (let i = 0; i < step.times; i++) manuscript.undo();
        break;
      case 'redo':
        for (let i = 0; i < step.times; i++) manuscript.redo();
        break;
      case 'seal':
        manuscript.seal();
        break;
      case 'answer':
        manuscript.committed(this.told.answer(() => this.newId()));
        break;
      case 'refuse':
        this.told.refuse();
        manuscript.unseal();
        break;
      case 'append': {
        this.answerAll();
        const made = node(this.newId(), step.text, agentOf(step.text));
        this.told.replaceTail(this.told.parts.length - 1, [made]);
        manuscript.append(made);
        break;
      }
      case 'switch': {
        manuscript.seal();
        this.answerAll();
        const keep = Math.min(step.keep, this.told.parts.length - 1);
        const same = this.told.parts.slice(Math.max(keep, this.told.parts.length - 1 - step.same), -1);
        const tail = [
          ...step.texts.map((text) => node(this.newId(), text, agentOf(text))),
          ...same.map(({ nodeId, positionId, text, spans }) => {
            if (nodeId === null || positionId === null) throw new Error('not committed');
            return { nodeId, positionId, text, spans };
          }),
        ];
        this.told.replaceTail(keep, tail);
        manuscript.replaceTail(keep, tail, { caret: 'keep' });
        break;
      }
    }
  }

  /** Drags `[from, to)` to `target`, as CodeMirror does: the passage is taken first. */
  drag(from: number, to: number, target: number): void {
    const { view } = this.opened;
    view.dispatch({ selection: { anchor: from, head: to } });
    const event = new Event('dragstart', { bubbles: true });
    Object.assign(event, { dataTransfer: { setData: () => {}, effectAllowed: '' } });
    view.contentDOM.dispatchEvent(event);
    const insert = view.state.sliceDoc(from, to);
    view.dispatch({
      changes: [
        { from, to },
        { from: target, insert },
      ],
      userEvent: 'move.drop',
    });
  }

  answerAll(): void {
    while (this.told.batches.length > 0) {
      this.opened.manuscript.committed(this.told.answer(() => this.newId()));
    }
  }

  newId(): string {
    this.#ids += 1;
    return `new-${this.#ids}`;
  }

  check(): void {
    const { view, manuscript, spans } = this.opened;
    const { parts } = this.told;
    const path = view.state.field(segments);
    const list = listSegments(path.segments);
    const text = view.state.doc.toString();
    expect(parts.map((part) => part.text).join('')).toBe(text);
    expect(list.map((segment) => segment.length)).toEqual(parts.map((part) => part.text.length));
    expect(list.map((segment) => segment.nodeId)).toEqual(parts.map((part) => part.nodeId));
    expect(list.map((segment) => segment.pending)).toEqual(parts.map((part) => part.pending));
    expect([...path.pending].sort()).toEqual(
      list
        .filter((s) => s.pending)
        .map((s) => s.segmentId)
        .sort(),
    );
    expect(letters(spans())).toBe(whoWrote(text));
    expect(letters(concatSpans(...parts.map((part) => part.spans)))).toBe(whoWrote(text));
    expect(text.isWellFormed()).toBe(true);
    const sealed = new Set(this.told.batches.flat().map(({ segmentId }) => segmentId));
    const open = parts.filter(({ nodeId, pending, segmentId }) => {
      return nodeId !== null && (pending || (segmentId !== null && sealed.has(segmentId)));
    });
    const loose = parts.filter((part) => part.nodeId === null);
    expect(manuscript.draft()).toEqual({
      head: parts.filter((part) => part.nodeId !== null).at(-1)?.positionId ?? 'root',
      edits: open.map(({ nodeId, text, spans }) => ({ nodeId, text, spans })),
      buffer: {
        text: loose.map((part) => part.text).join(''),
        spans: concatSpans(...loose.map((part) => part.spans)),
      },
    });
  }
}

function agentOf(text: string) {
  return /\p{Script=Cyrillic}/u.test(text) ? OTHER_MODEL : MODEL;
}

afterEach(() => document.body.replaceChildren());

// Longer runs (FC_RUNS) take as long as they take.
describe('whatever happens', { timeout: 600_000 }, () => {
  it('what was told, the segments, the authors and the text agree, and nobody is taken for another', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 40, size: 'max' }), (steps) => {
        const session = new Session();
        for (const next of steps) {
          session.take(next);
          session.check();
        }
        session.opened.manuscript.destroy();
        document.body.replaceChildren();
      }),
    );
  });
});
