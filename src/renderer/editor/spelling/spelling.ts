/**
 * Marks misspelled words in the visible text, a moment after typing or scrolling stops, and never the word
 * being typed. A keystroke only maps the marks and removes those it touches; everything else is debounced.
 */
import type { Extension, Text } from '@codemirror/state';
import {
  Decoration,
  type DecorationSet,
  type EditorView,
  ViewPlugin,
  type ViewUpdate,
} from '@codemirror/view';
import { isKnownWord, plainApostrophes } from '../../../core/text/spelling.ts';
import { afterPause } from '../deferred-work.ts';
import type { CheckWords, ManuscriptWord } from '../manuscript.ts';
import { isCode } from '../markdown/markdown-language.ts';
import { preferences } from '../preferences.ts';

/** Delay of checks after typing, and after a move of the view or the caret. Milliseconds. */
const TYPING_DELAY = 400;
const MOVE_DELAY = 80;

/** Maximum number of words per request, as in the contract. */
const MAX_REQUEST = 2_000;

/** With fewer different words than this the language is unknown; names are never counted. */
const MIN_SAMPLE = 6;
/**
 * With a greater fraction of wrong words the text is in another language: no marks are better than marks everywhere.
 */
const FOREIGN_RATIO = 0.4;

const misspelled = Decoration.mark({ class: 'misspelled', attributes: { 'aria-invalid': 'spelling' } });

/** A word and whether it is wrong. */
interface CheckedWord {
  readonly word: SpelledWord;
  readonly isWrong: boolean;
}

/** Returns true if words are in a language other than the dictionary's; null if there are too few to tell. */
function isForeign(words: readonly CheckedWord[]): boolean | null {
  const plain = words.filter(({ word }) => word.text === word.text.toLowerCase());
  const different = new Map(plain.map(({ word, isWrong }) => [word.text, isWrong]));
  if (different.size < MIN_SAMPLE) return null;
  const wrong = [...different.values()].filter((isWrong) => isWrong).length;
  return wrong > FOREIGN_RATIO * different.size;
}

/** The wrong words of paragraphs in the dictionary's language; a short one takes the language of them all. */
function wrongIn(paragraphs: readonly (readonly CheckedWord[])[]): readonly SpelledWord[] {
  const isAllForeign = isForeign(paragraphs.flat()) ?? false;
  return paragraphs
    .filter((words) => !(isForeign(words) ?? isAllForeign))
    .flatMap((words) => words.flatMap(({ word, isWrong }) => (isWrong ? [word] : [])));
}

/** Number of occurrences of each wrong word. */
function countsOf(words: readonly CheckedWord[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const { word, isWrong } of words) if (isWrong) counts.set(word.text, (counts.get(word.text) ?? 0) + 1);
  return counts;
}

/** The spelling checker of one manuscript. */
export class SpellChecker {
  readonly extension: Extension;
  readonly #checkWords: CheckWords | undefined;
  readonly #cache = new SpellingCache();
  #accepted: readonly string[] | null = null;
  #language: string | null = null;
  #isRequesting = false;
  /** Checks the text shown now again: not the one that asked, which may have been replaced since. */
  #onAnswer = () => {};

  /** @param checkWords without it, nothing is checked or marked */
  constructor(checkWords: CheckWords | undefined) {
    this.#checkWords = checkWords;
    const marks = ViewPlugin.define((view) => new SpellingMarks(view, this), {
      decorations: (plugin) => plugin.marks,
    });
    this.extension = checkWords === undefined ? [] : marks;
  }

  /** The word that touches an offset; null if there is none to check. */
  wordAt(view: EditorView, offset: number): ManuscriptWord | null {
    const words = paragraphsBetween(view.state.doc, offset, offset).flatMap((paragraph) => paragraph.words);
    const word = words.at(-1);
    if (word === undefined) return null;
    const { from, to, text } = word;
    const isChecked = this.#isOn(view) && !isCode(view.state, from);
    return { from, to, text, isWrong: isChecked && this.#cache.isWrong(word, () => {}) === true };
  }

  /**
   * The visible words known to be wrong. Requests unknown words, and calls `onAnswer` when their answers may add marks.
   */
  findWrongWords(view: EditorView, onAnswer: () => void): readonly SpelledWord[] {
    if (!this.#isOn(view)) return [];
    const { ownWords, spellingLanguage: language } = view.state.field(preferences);
    if (language !== this.#language) {
      this.#language = language;
      this.#cache.forgetAnswers();
    }
    if (ownWords !== this.#accepted) {
      this.#accepted = ownWords;
      this.#cache.setAccepted(ownWords);
    }
    const unknown = new Set<string>();
    const paragraphs = view.visibleRanges
      .flatMap(({ from, to }) => paragraphsBetween(view.state.doc, from, to))
      .map(({ words }) =>
        words.flatMap((word): readonly CheckedWord[] => {
          const isWrong = this.#cache.isWrong(word, (missing) => unknown.add(missing));
          return isWrong === null ? [] : [{ word, isWrong }];
        }),
      );
    for (const [text, count] of countsOf(paragraphs.flat()))
      if (this.#cache.mayBeName(text, count)) unknown.add(plainApostrophes(text));
    this.#onAnswer = onAnswer;
    this.#request([...unknown].slice(0, MAX_REQUEST));
    return wrongIn(paragraphs).filter(({ from }) => !isCode(view.state, from));
  }

  #isOn(view: EditorView): boolean {
    return this.#checkWords !== undefined && view.state.field(preferences).spellCheck;
  }

  /** One request at a time; the check after it leads to another for words that were unknown meanwhile. */
  #request(words: readonly string[]): void {
    if (words.length === 0 || this.#isRequesting || this.#checkWords === undefined) return;
    this.#isRequesting = true;
    const language = this.#language;
    void this.#checkWords(words).then((wrong) => {
      this.#isRequesting = false;
      if (wrong === null) return;
      if (language === this.#language) this.#cache.store(words, wrong);
      this.#onAnswer();
    });
  }
}

function isOf({ transactions }: ViewUpdate, ...events: readonly string[]): boolean {
  return transactions.some((transaction) => events.some((event) => transaction.isUserEvent(event)));
}

/** Compares the ranges of marks; `RangeSet.eq` compares only points. */
function haveSameRanges(a: DecorationSet, b: DecorationSet): boolean {
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
  /** The caret is still where the last typing left it. */
  #isTyping = false;
  readonly #pause = afterPause(() => this.#check());
  #isDestroyed = false;

  constructor(view: EditorView, checker: SpellChecker) {
    this.#view = view;
    this.#checker = checker;
    this.#pause.request(MOVE_DELAY);
  }

  update(update: ViewUpdate): void {
    const { docChanged, selectionSet, viewportChanged, focusChanged, startState, state, view } = update;
    const wasTyping = this.#isTyping;
    if (docChanged) {
      this.marks = this.marks.map(update.changes);
      // Changing the elements around a composition would abort it.
      if (!view.compositionStarted) this.#removeTouched(update);
      // A commit or a continuation does not interrupt typing.
      if (isOf(update, 'undo', 'redo')) this.#isTyping = false;
      else if (isOf(update, 'input', 'delete')) this.#isTyping = true;
    } else if (selectionSet || (focusChanged && !view.hasFocus)) this.#isTyping = false;

    if (docChanged) this.#pause.request(TYPING_DELAY);
    else if (startState.field(preferences) !== state.field(preferences)) this.#pause.request(0);
    // A mere caret move changes nothing, unless it leaves the word being typed.
    else if (viewportChanged || wasTyping !== this.#isTyping) this.#pause.request(MOVE_DELAY);
  }

  destroy(): void {
    this.#isDestroyed = true;
    this.#pause.cancel();
  }

  /** Removes the marks that a change touches, since their words have changed. */
  #removeTouched({ changes }: ViewUpdate): void {
    changes.iterChangedRanges((_fromA, _toA, from, to) => {
      this.marks = this.marks.update({
        filterFrom: from,
        filterTo: to,
        filter: (markFrom, markTo) => markTo < from || markFrom > to,
      });
    });
  }

  #check(): void {
    if (this.#isDestroyed) return;
    const view = this.#view;
    if (view.compositionStarted) {
      this.#pause.request(TYPING_DELAY);
      return;
    }
    const { main } = view.state.selection;
    const isBeingTyped = ({ from, to }: SpelledWord) =>
      this.#isTyping && main.empty && from <= main.head && main.head <= to;
    const wrong = this.#checker.findWrongWords(view, () => {
      // If more was typed meanwhile, the check after it uses the answer.
      if (!this.#pause.isDue) this.#pause.request(0);
    });
    // In focus mode there is nothing but the text; the menu still knows a misspelled word.
    const { focusMode } = view.state.field(preferences);
    const ranges = (focusMode ? [] : wrong)
      .filter((word) => !isBeingTyped(word))
      .map(({ from, to }) => misspelled.range(from, to));
    const marks = Decoration.set(ranges);
    if (haveSameRanges(this.marks, marks)) return;
    this.marks = marks;
    view.dispatch({});
  }
}

/** Maximum number of cached words; a novel has about 15,000 different ones. */
const MAX_WORDS = 20_000;

/** A cache about words: the most recently used answers of the dictionary, and the words the writer accepts. */
class SpellingCache {
  /** By word with plain apostrophes, in order of last use. */
  readonly #answers = new Map<string, boolean>();
  /** Occurrences on the screen of a wrong word with a capital when it was last looked up. */
  readonly #counts = new Map<string, number>();
  #accepted: ReadonlySet<string> = new Set();
  /** Results of `#accepts` since the accepted words last changed. */
  readonly #isAccepted = new Map<string, boolean>();

  /** Replaces the set of words that are correct whatever the dictionary. */
  setAccepted(words: readonly string[]): void {
    this.#accepted = new Set(words);
    this.#isAccepted.clear();
  }

  /**
   * Returns true if a wrong word with a capital should be looked up again, because the text has come to use it more
   * often: it may be a name. @param count occurrences on the screen
   */
  mayBeName(text: string, count: number): boolean {
    const word = plainApostrophes(text);
    if (this.#answers.get(word) !== true || text === text.toLowerCase()) return false;
    if (count <= (this.#counts.get(word) ?? 1)) return false;
    if (this.#counts.size >= MAX_WORDS) this.#counts.clear();
    this.#counts.set(word, count);
    return true;
  }

  /** Forgets the dictionary's answers: another language has another dictionary. */
  forgetAnswers(): void {
    this.#answers.clear();
    this.#counts.clear();
  }

  /** Stores the dictionary's answer: `wrong` are those of `words` that are wrong. */
  store(words: readonly string[], wrong: readonly string[]): void {
    const isWrong = new Set(wrong);
    for (const word of words) {
      this.#answers.delete(word);
      this.#answers.set(word, isWrong.has(word));
    }
    for (const word of this.#answers.keys()) {
      if (this.#answers.size <= MAX_WORDS) break;
      this.#answers.delete(word);
    }
  }

  /**
   * Returns true if a word is wrong; null if the dictionary has not been asked yet. Then calls `request` with the word
   * to look up.
   */
  isWrong({ text, compound }: SpelledWord, request: (word: string) => void): boolean | null {
    if (this.#accepts(text)) return false;
    const isPartWrong = this.#lookUp(text, request);
    if (isPartWrong !== true || compound === null) return isPartWrong;
    if (this.#accepts(compound)) return false;
    return this.#lookUp(compound, request);
  }

  #accepts(text: string): boolean {
    let isAccepted = this.#isAccepted.get(text);
    if (isAccepted === undefined) {
      if (this.#isAccepted.size >= MAX_WORDS) this.#isAccepted.clear();
      isAccepted = isKnownWord(text, (form) => this.#accepted.has(form));
      this.#isAccepted.set(text, isAccepted);
    }
    return isAccepted;
  }

  #lookUp(text: string, request: (word: string) => void): boolean | null {
    const word = plainApostrophes(text);
    const isWrong = this.#answers.get(word);
    if (isWrong === undefined) {
      request(word);
      return null;
    }
    this.#answers.delete(word);
    this.#answers.set(word, isWrong);
    return isWrong;
  }
}

// Finds the words of a text to spell-check. Pure; for English, in Latin script.

/** A word in the document. Offsets in UTF-16 code units. */
interface SpelledWord {
  readonly from: number;
  readonly to: number;
  readonly text: string;
  /** The hyphenated compound that it is part of: if the whole is correct, each part is. Null if there is none. */
  readonly compound: string | null;
}

/** Anything longer is not a word. */
const LONGEST_WORD = 60;
/** Distance beyond the range within which the rest of a word is read. */
const CONTEXT = 2 * LONGEST_WORD;

/** Letters with apostrophes or hyphens between them. */
const COMPOUND =
  /\p{Script=Latin}[\p{Script=Latin}\p{M}]*(?:['’ʼ‐‑-]\p{Script=Latin}[\p{Script=Latin}\p{M}]*)*/gu;
const PART = /[^‐‑-]+/g;
/**
 * Addresses, file names, identifiers: anything with a digit, or with a character between letters that prose
 * does not use.
 */
const NOT_PROSE = /\p{N}|@|:\/\/|^www\.|\p{L}[._\\]\p{L}/u;
/** NASA, AOK; longer words in capitals are shouting. */
const ABBREVIATION = /^\p{Lu}{1,5}$/u;
/** McDonald, iPhone. */
const NAME_IN_CAPITALS = /\p{Ll}\p{Lu}/u;

function isCheckable(word: string): boolean {
  if (word.length < 2 || word.length > LONGEST_WORD) return false;
  return !ABBREVIATION.test(word) && !NAME_IN_CAPITALS.test(word);
}

/** The words to check in `text`, which begins at `offset` of the document. */
export function wordsIn(text: string, offset: number): readonly SpelledWord[] {
  const words: SpelledWord[] = [];
  for (const chunk of text.matchAll(/\S+/g)) {
    if (NOT_PROSE.test(chunk[0])) continue;
    for (const found of chunk[0].matchAll(COMPOUND)) {
      const whole = found[0];
      const start = offset + chunk.index + found.index;
      const parts = [...whole.matchAll(PART)];
      const isCompound = parts.length > 1 && whole.length <= LONGEST_WORD;
      const compound = isCompound ? whole.replace(/[‐‑]/g, '-') : null;
      for (const part of parts) {
        const from = start + part.index;
        if (isCheckable(part[0])) words.push({ from, to: from + part[0].length, text: part[0], compound });
      }
    }
  }
  return words;
}

/** The visible part of one paragraph. */
interface VisibleParagraph {
  readonly words: readonly SpelledWord[];
}

/** The words that touch `[from, to]`, by paragraph; nothing far outside that range is read. */
function paragraphsBetween(doc: Text, from: number, to: number): readonly VisibleParagraph[] {
  const paragraphs: VisibleParagraph[] = [];
  for (let pos = from; pos <= to; ) {
    const line = doc.lineAt(pos);
    const start = Math.max(line.from, from - CONTEXT);
    const end = Math.min(line.to, to + CONTEXT);
    const words = wordsIn(doc.sliceString(start, end), start);
    paragraphs.push({ words: words.filter((word) => word.to >= from && word.from <= to) });
    pos = line.to + 1;
  }
  return paragraphs;
}
