/**
 * Marks words that are not spelled rightly: of the visible text only, a moment after the writer or the view came to
 * rest, never the word being typed. A keystroke moves the marks along and takes away those it touches; all else waits.
 */
import type { Extension } from '@codemirror/state';
import {
  Decoration,
  type DecorationSet,
  type EditorView,
  ViewPlugin,
  type ViewUpdate,
} from '@codemirror/view';
import type { CheckWords, ManuscriptWord } from '../manuscript.ts';
import { preferences } from '../preferences.ts';
import { SpellingVerdicts } from './spelling-verdicts.ts';
import { paragraphsBetween, type SpelledWord } from './spelling-words.ts';

/** How long nothing is typed before the text is looked at, and how long the view rests. Milliseconds. */
const AFTER_TYPING = 400;
const AFTER_MOVING = 80;

/** As many are asked for at once as the contract lets through. */
const ASKED_AT_ONCE = 2_000;

/** Fewer different words than this say nothing of the language they are in; names never do. */
const ENOUGH_TO_TELL = 6;
/** More wrong words than this part, and the text is in another language: better no mark than one under each word. */
const FOREIGN = 0.4;

const misspelled = Decoration.mark({ class: 'misspelled', attributes: { 'aria-invalid': 'spelling' } });

/** A word with what the dictionary says of it. */
interface Judged {
  readonly word: SpelledWord;
  readonly isWrong: boolean;
}

/** Whether words are of a language the dictionary does not hold; null where there are too few to tell. */
function isForeign(words: readonly Judged[]): boolean | null {
  const plain = words.filter(({ word }) => word.text === word.text.toLowerCase());
  const different = new Map(plain.map(({ word, isWrong }) => [word.text, isWrong]));
  if (different.size < ENOUGH_TO_TELL) return null;
  const wrong = [...different.values()].filter((isWrong) => isWrong).length;
  return wrong > FOREIGN * different.size;
}

/** The wrong words of paragraphs in the dictionary's language; a short one is taken to be in that of all of them. */
function wrongIn(paragraphs: readonly (readonly Judged[])[]): readonly SpelledWord[] {
  const isAllForeign = isForeign(paragraphs.flat()) ?? false;
  return paragraphs
    .filter((words) => !(isForeign(words) ?? isAllForeign))
    .flatMap((words) => words.flatMap(({ word, isWrong }) => (isWrong ? [word] : [])));
}

/** The spelling of one manuscript, whatever it shows. */
export class SpellChecker {
  readonly extension: Extension;
  readonly #checkWords: CheckWords | undefined;
  readonly #verdicts = new SpellingVerdicts();
  #accepted: readonly string[] | null = null;
  #isAsking = false;

  /** @param checkWords nobody is asked and nothing marked where it is missing */
  constructor(checkWords: CheckWords | undefined) {
    this.#checkWords = checkWords;
    const marks = ViewPlugin.define((view) => new SpellingMarks(view, this), {
      decorations: (plugin) => plugin.marks,
    });
    this.extension = checkWords === undefined ? [] : marks;
  }

  /** The word that touches an offset; null where there is none to spell. */
  wordAt(view: EditorView, offset: number): ManuscriptWord | null {
    const words = paragraphsBetween(view.state.doc, offset, offset).flatMap((paragraph) => paragraph.words);
    const word = words.at(-1);
    if (word === undefined) return null;
    const { from, to, text } = word;
    return { from, to, text, isWrong: this.#isOn(view) && this.#verdicts.judge(word, () => {}) === true };
  }

  /**
   * What of the visible text is wrong, as far as it is known. What is not known yet is asked for, and `onAnswer`
   * called when there is more to see.
   */
  look(view: EditorView, onAnswer: () => void): readonly SpelledWord[] {
    if (!this.#isOn(view)) return [];
    const { ownWords } = view.state.field(preferences);
    if (ownWords !== this.#accepted) {
      this.#accepted = ownWords;
      this.#verdicts.accept(ownWords);
    }
    const unknown = new Set<string>();
    const paragraphs = view.visibleRanges
      .flatMap(({ from, to }) => paragraphsBetween(view.state.doc, from, to))
      .map(({ words }) =>
        words.flatMap((word): readonly Judged[] => {
          const isWrong = this.#verdicts.judge(word, (asked) => unknown.add(asked));
          return isWrong === null ? [] : [{ word, isWrong }];
        }),
      );
    this.#ask([...unknown].slice(0, ASKED_AT_ONCE), onAnswer);
    return wrongIn(paragraphs);
  }

  #isOn(view: EditorView): boolean {
    return this.#checkWords !== undefined && view.state.field(preferences).spellCheck;
  }

  /** One question at a time: what was asked meanwhile is asked when the answer is looked at. */
  #ask(words: readonly string[], onAnswer: () => void): void {
    if (words.length === 0 || this.#isAsking || this.#checkWords === undefined) return;
    this.#isAsking = true;
    void this.#checkWords(words).then((wrong) => {
      this.#isAsking = false;
      if (wrong === null) return;
      this.#verdicts.learn(words, wrong);
      onAnswer();
    });
  }
}

function isOf({ transactions }: ViewUpdate, ...events: readonly string[]): boolean {
  return transactions.some((transaction) => events.some((event) => transaction.isUserEvent(event)));
}

/** For marks, which `RangeSet.eq` passes over: it compares points alone. */
function haveSamePlaces(a: DecorationSet, b: DecorationSet): boolean {
  const [left, right] = [a.iter(), b.iter()];
  for (; left.value !== null && right.value !== null; left.next(), right.next()) {
    if (left.from !== right.from || left.to !== right.to) return false;
  }
  return left.value === right.value;
}

class SpellingMarks {
  marks: DecorationSet = Decoration.none;
  readonly #view: EditorView;
  readonly #checker: SpellChecker;
  /** The caret stands where it typed last. */
  #isTyping = false;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #isGone = false;

  constructor(view: EditorView, checker: SpellChecker) {
    this.#view = view;
    this.#checker = checker;
    this.#lookAfter(AFTER_MOVING);
  }

  update(update: ViewUpdate): void {
    const { docChanged, selectionSet, viewportChanged, focusChanged, startState, state, view } = update;
    const wasTyping = this.#isTyping;
    if (docChanged) {
      this.marks = this.marks.map(update.changes);
      // The elements around what an input method is composing stay as they are.
      if (!view.compositionStarted) this.#dropTouched(update);
      // What comes from elsewhere, a commit or a continuation, leaves the typing as it is.
      if (isOf(update, 'undo', 'redo')) this.#isTyping = false;
      else if (isOf(update, 'input', 'delete')) this.#isTyping = true;
    } else if (selectionSet || (focusChanged && !view.hasFocus)) this.#isTyping = false;

    if (docChanged) this.#lookAfter(AFTER_TYPING);
    else if (startState.field(preferences) !== state.field(preferences)) this.#lookAfter(0);
    // A caret that only goes about changes nothing; one that leaves the word it typed does.
    else if (viewportChanged || wasTyping !== this.#isTyping) this.#lookAfter(AFTER_MOVING);
  }

  destroy(): void {
    this.#isGone = true;
    clearTimeout(this.#timer);
  }

  /** A mark that a change touches is of a word that is another now. */
  #dropTouched({ changes }: ViewUpdate): void {
    changes.iterChangedRanges((_fromA, _toA, from, to) => {
      this.marks = this.marks.update({
        filterFrom: from,
        filterTo: to,
        filter: (markFrom, markTo) => markTo < from || markFrom > to,
      });
    });
  }

  #lookAfter(milliseconds: number): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#look(), milliseconds);
  }

  #look(): void {
    if (this.#isGone) return;
    const view = this.#view;
    if (view.compositionStarted) {
      this.#lookAfter(AFTER_TYPING);
      return;
    }
    const { main } = view.state.selection;
    const isBeingTyped = ({ from, to }: SpelledWord) =>
      this.#isTyping && main.empty && from <= main.head && main.head <= to;
    const wrong = this.#checker.look(view, () => this.#lookAfter(0));
    const ranges = wrong
      .filter((word) => !isBeingTyped(word))
      .map(({ from, to }) => misspelled.range(from, to));
    const marks = Decoration.set(ranges);
    if (haveSamePlaces(this.marks, marks)) return;
    this.marks = marks;
    view.dispatch({});
  }
}
