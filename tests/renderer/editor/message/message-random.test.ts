import { redoDepth, undoDepth } from '@codemirror/commands';
import fc from 'fast-check';
import { afterEach, describe, expect, it } from 'vitest';
import { isInsidePair } from '../../../../src/core/text/surrogate-pair.ts';
import { casesFor } from '../../../helpers/fast-check-runs.ts';
import { MODEL, OTHER_MODEL, WRITER, written } from '../open-manuscript.ts';
import { joined, type OpenedMessage, openMessage } from './open-message.ts';

/** The writer writes Latin, one model Greek, the other Cyrillic, so each character reveals its author. */
const CONTENT = joined(
  written(WRITER, 'the quick 🌲 '),
  written(MODEL, 'ηγρήγορη🏰καφέ'),
  written(WRITER, ' fox\n'),
  written(OTHER_MODEL, 'быстраялиса🦊'),
);

function whoWrote(text: string): string {
  return [...text]
    .map((character) => {
      const isGreek = /[\p{Script=Greek}🏰]/u.test(character);
      const letter = isGreek ? 'm' : /[\p{Script=Cyrillic}🦊]/u.test(character) ? 'o' : 'w';
      return letter.repeat(character.length);
    })
    .join('');
}

const place = fc.nat(999);

const step = fc.oneof(
  {
    weight: 8,
    arbitrary: fc.record({
      do: fc.constant('replace' as const),
      at: place,
      length: fc.oneof(fc.constant(0), fc.nat(30)),
      insert: fc.constantFrom('', 'a', 'b ', '\n', '🌲', 'the quick 🌲 brown\nfox'),
      event: fc.constantFrom('input.type', 'input.type', 'input.paste', 'delete.backward'),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ do: fc.constant('everywhere' as const), insert: fc.constantFrom('', 'e') }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ do: fc.constant('drag' as const), at: place, length: fc.nat(20), to: place }),
  },
  {
    weight: 4,
    arbitrary: fc.record({ do: fc.constantFrom('undo' as const, 'redo' as const), times: fc.nat(3) }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('reopen' as const) }) },
);

type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

interface Seen {
  readonly text: string;
  readonly authors: string;
}

/** An editor that checks each undo and redo against what was there. */
class Writing {
  opened: OpenedMessage = openMessage(CONTENT);
  /** The text before each step that can be undone, and after each that can be redone, by depth. */
  readonly #before = new Map<number, Seen>();
  readonly #after = new Map<number, Seen>();

  run(step: Step): void {
    const { view } = this.opened;
    const text = view.state.doc.toString();
    const whole = (offset: number) => {
      const at = offset % (text.length + 1);
      return isInsidePair(text, at) ? at - 1 : at;
    };
    const rangeAt = (at: number, length: number): [number, number] => {
      const from = whole(at);
      return [from, Math.max(from, whole(Math.min(text.length, from + length)))];
    };
    if (step.do === 'undo' || step.do === 'redo') for (let i = 0; i <= step.times; i++) this.#go(step.do);
    else if (step.do === 'replace') {
      const range = rangeAt(step.at, step.length);
      this.#edit(() => this.opened.type(...range, step.insert, step.event));
    } else if (step.do === 'everywhere') {
      const found = [...text.matchAll(/[aαа]/g)].map(({ index }) => ({ from: index, to: index + 1 }));
      const changes = found.map((range) => ({ ...range, insert: step.insert }));
      this.#edit(() => view.dispatch({ changes, userEvent: 'input.replace.all' }));
    } else if (step.do === 'drag') {
      const [from, to] = rangeAt(step.at, step.length);
      const target = whole(step.to);
      if (from < to && (target < from || target > to)) this.#drag(from, to, target);
    } else this.#reopen();
  }

  /** Drags `[from, to)` to `target`, as CodeMirror does: a `dragstart` first. */
  #drag(from: number, to: number, target: number): void {
    const { view } = this.opened;
    view.dispatch({ selection: { anchor: from, head: to } });
    const event = new Event('dragstart', { bubbles: true });
    Object.assign(event, { dataTransfer: { setData: () => {}, effectAllowed: '' } });
    view.contentDOM.dispatchEvent(event);
    const insert = view.state.sliceDoc(from, to);
    const changes = [
      { from, to },
      { from: target, insert },
    ];
    this.#edit(() => view.dispatch({ changes, userEvent: 'move.drop' }));
  }

  #edit(change: () => void): void {
    const depth = undoDepth(this.opened.view.state);
    const seen = this.#see();
    change();
    const now = undoDepth(this.opened.view.state);
    if (now > depth) this.#before.set(depth, seen);
    if (redoDepth(this.opened.view.state) === 0) this.#after.clear();
  }

  #go(step: 'undo' | 'redo'): void {
    const depth = undoDepth(this.opened.view.state);
    const seen = this.#see();
    this.opened.message[step]();
    const now = undoDepth(this.opened.view.state);
    if (now === depth) return;
    const [known, back] = step === 'undo' ? [this.#before, this.#after] : [this.#after, this.#before];
    const expected = known.get(now);
    if (expected !== undefined) expect(this.#see()).toEqual(expected);
    // Steps that show nothing are skipped.
    for (let at = Math.min(now, depth); at <= Math.max(now, depth); at++) back.delete(at);
    back.set(depth, seen);
  }

  #reopen(): void {
    this.opened.check();
    const content = this.opened.message.content();
    const state = this.opened.message.state();
    const depth = this.opened.message.undoDepth();
    this.opened.message.destroy();
    this.opened = openMessage(content, { state });
    expect(this.opened.message.undoDepth()).toBe(depth);
  }

  #see(): Seen {
    return { text: this.opened.text(), authors: this.opened.authors() };
  }

  check(): void {
    const { text, authors } = this.#see();
    expect(authors).toBe(whoWrote(text));
    this.opened.check();
  }
}

describe('the editor of a message', () => {
  afterEach(() => document.body.replaceChildren());

  it('reports splices that make its text and authors of those at first, whatever is edited, undone and redone', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 30 }), (steps) => {
        const writing = new Writing();
        for (const next of steps) {
          writing.run(next);
          writing.check();
        }
        writing.opened.message.destroy();
        document.body.replaceChildren();
      }),
      casesFor('editor'),
    );
  });
});
