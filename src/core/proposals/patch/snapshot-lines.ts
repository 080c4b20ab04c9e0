import { type QuoteStyle, quoteStyle } from './curl-quotes.ts';
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
