import { type FoldedWords, fold, foldWords } from './fold-words.ts';

/** The text of a snapshot as each rung compares it; each is made once, when it is first asked for. */
export class SnapshotLines {
  readonly text: string;
  readonly lines: readonly string[];
  #starts: readonly number[] | null = null;
  #lineSet: ReadonlySet<string> | null = null;
  #trimmed: readonly string[] | null = null;
  #folded: readonly string[] | null = null;
  #foldedSet: ReadonlySet<string> | null = null;
  #filled: { readonly keys: readonly string[]; readonly indexes: readonly number[] } | null = null;
  #quotes: QuoteStyle | null = null;
  #words: FoldedWords | null = null;

  constructor(text: string) {
    this.text = text;
    this.lines = text.split('\n');
  }

  /** The start of the line, in UTF-16 code units; after the last one, that of a further line. */
  startOf(index: number): number {
    this.#starts ??= startsOf(this.lines);
    return this.#starts[index] ?? this.text.length + 1;
  }

  /** The end of the line, before its line break. */
  endOf(index: number): number {
    return this.startOf(index + 1) - 1;
  }

  hasLine(line: string): boolean {
    this.#lineSet ??= new Set(this.lines);
    return this.#lineSet.has(line);
  }

  hasFoldedLine(line: string): boolean {
    this.#foldedSet ??= new Set(this.folded);
    return this.#foldedSet.has(fold(line));
  }

  get trimmed(): readonly string[] {
    this.#trimmed ??= this.lines.map((line) => line.trimEnd());
    return this.#trimmed;
  }

  get folded(): readonly string[] {
    this.#folded ??= this.lines.map((line) => fold(line));
    return this.#folded;
  }

  /** The folded lines that are not blank, and the index of each. */
  get filled(): { readonly keys: readonly string[]; readonly indexes: readonly number[] } {
    if (this.#filled === null) {
      const indexes = [...this.lines.keys()].filter((index) => this.folded[index] !== '');
      this.#filled = { indexes, keys: indexes.map((index) => this.folded[index] ?? '') };
    }
    return this.#filled;
  }

  /** The style of quotes in the text as a whole. */
  get quotes(): QuoteStyle {
    this.#quotes ??= quoteStyle(this.text, null);
    return this.#quotes;
  }

  get words(): FoldedWords {
    this.#words ??= foldWords(this.text);
    return this.#words;
  }
}

function startsOf(lines: readonly string[]): readonly number[] {
  const starts: number[] = [];
  let at = 0;
  for (const { length } of lines) {
    starts.push(at);
    at += length + 1;
  }
  starts.push(at);
  return starts;
}

/** Curls straight quotes as a manuscript does (`edits.md`, *Reading a patch*). */

/** The kinds of quotes that a text curls. */
interface QuoteStyle {
  readonly curlsSingle: boolean;
  readonly curlsDouble: boolean;
}

/** Before these, a quote opens; at the start of a text too. */
const OPENS_AFTER = /[\s([{\u2010-\u2015\u2018\u201c\u201e-]$/;
/** Words that begin with an apostrophe. */
const CUT_WORD = /^(?:tis|twas|twere|em|cause|til|bout|round|n|cept|nuff|\d\ds?)(?![\p{L}\p{N}])/iu;
/** A word that is longer with the character after it is none of these. UTF-16 code units. */
const LONGEST_CUT_WORD = 8;

/** The style of a text; where it has no quotes of a kind, that of the text around it. */
export function quoteStyle(text: string, around: QuoteStyle | null): QuoteStyle {
  return {
    curlsSingle: curls(text, /[\u2018\u2019]/g, /'/g) ?? around?.curlsSingle ?? false,
    curlsDouble: curls(text, /[\u201c\u201d]/g, /"/g) ?? around?.curlsDouble ?? false,
  };
}

/** Returns true if a text has more curled quotes of a kind than straight ones; null if it has neither. */
function curls(text: string, curled: RegExp, straight: RegExp): boolean | null {
  const count = (pattern: RegExp) => text.match(pattern)?.length ?? 0;
  const [some, others] = [count(curled), count(straight)];
  return some + others === 0 ? null : some > others;
}

/** @param before the text before it, which decides whether a quote at its start opens */
export function curlQuotes(text: string, before: string, style: QuoteStyle): string {
  if (!/['"]/.test(text)) return text;
  let done = before.slice(-1);
  const start = done.length;
  for (let at = 0; at < text.length; at += 1) {
    const character = text.charAt(at);
    const opens = done === '' || OPENS_AFTER.test(done.slice(-1));
    if (character === '"' && style.curlsDouble) done += opens ? '\u201c' : '\u201d';
    else if (character === "'" && style.curlsSingle) {
      const isCut = opens && CUT_WORD.test(text.slice(at + 1, at + 1 + LONGEST_CUT_WORD));
      done += opens && !isCut ? '\u2018' : '\u2019';
    } else done += character;
  }
  return done.slice(start);
}
