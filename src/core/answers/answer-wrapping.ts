/** Removes the wrapping that a chat model puts around an answer: code fences, or quotation marks. */

/** The wrappings that are not the text's own. */
export interface Wrapping {
  readonly fences: boolean;
  readonly quotes: boolean;
}

/** The marks that close a quotation, by the one that opens it. */
const CLOSING: Readonly<Record<string, string>> = {
  '"': '"',
  '“': '”',
  '„': '“”',
  '«': '»',
  '»': '«',
  '「': '」',
};
/** Any of these in the middle, and the text has dialogue in it. */
const QUOTE = /["“”„«»「」]/u;
const FENCE_LINE = /^(`{3,})[\w+-]*[ \t]*$/;
/** A line that is longer does not begin or end a fence. UTF-16 code units. */
const MAX_FENCE_LINE = 100;

/** Returns true if a text has quotation marks of its own. */
export function hasQuotes(text: string): boolean {
  return QUOTE.test(text);
}

type State =
  | { readonly kind: 'start' }
  | { readonly kind: 'plain' }
  | { readonly kind: 'fenced'; readonly marker: string }
  | { readonly kind: 'quoted'; readonly closing: string; readonly isClosed: boolean }
  | { readonly kind: 'over' };

/**
 * Reads an answer while it streams, without a pair of code fences around it (a comment after them is not a part of the
 * answer), or else without quotation marks around all of it. An answer that begins with a quotation mark is held back
 * until the next one decides. Chunks make no difference.
 */
export class AnswerUnwrapper {
  readonly #wrapping: Wrapping;
  #state: State = { kind: 'start' };
  readonly #held: string[] = [];
  #trimmed = 0;
  #isUnquoted = false;

  constructor(wrapping: Wrapping) {
    this.#wrapping = wrapping;
  }

  /** Number of UTF-16 code units removed from the beginning of the answer. */
  get trimmed(): number {
    return this.#trimmed;
  }

  /** The end of the answer lost a quotation mark. */
  get isUnquoted(): boolean {
    return this.#isUnquoted;
  }

  /** A closing fence has been read: nothing that still arrives belongs to the answer. */
  get isOver(): boolean {
    return this.#state.kind === 'over';
  }

  /** Reads on. @returns text of the answer, which may be empty or arrive with a later chunk */
  read(chunk: string): string {
    if (chunk === '') return '';
    switch (this.#state.kind) {
      case 'start':
        return this.#start(this.#take() + chunk);
      case 'plain':
        return chunk;
      case 'fenced':
        return this.#readFenced(this.#take() + chunk, this.#state.marker);
      case 'quoted':
        return this.#readQuoted(chunk, this.#state.closing, this.#state.isClosed);
      case 'over':
        return '';
    }
  }

  /** The end of the answer. @returns the rest of the held text that belongs to it */
  end(): string {
    const state = this.#state;
    const text = this.#take();
    this.#state = { kind: 'plain' };
    if (state.kind === 'start') return this.#wrapping.fences && FENCE_LINE.test(text.trim()) ? '' : text;
    if (state.kind === 'fenced') return isFenceStart(lineOf(text), state.marker) ? '' : text;
    if (state.kind !== 'quoted' || !state.isClosed) return text;
    const quoted = text.trimStart();
    this.#trimmed = text.length - quoted.length + 1;
    this.#isUnquoted = true;
    return quoted.trimEnd().slice(1, -1);
  }

  #take(): string {
    return this.#held.splice(0).join('');
  }

  #hold(text: string): string {
    this.#held.push(text);
    return '';
  }

  #start(text: string): string {
    const ink = text.trimStart();
    if (ink === '') return this.#hold(text);
    const [first = ''] = ink;
    const lineEnd = ink.indexOf('\n');
    const line = lineEnd < 0 ? ink : ink.slice(0, lineEnd);
    if (this.#wrapping.fences && line.length <= MAX_FENCE_LINE) {
      const [, marker] = FENCE_LINE.exec(line) ?? [];
      if (lineEnd < 0 && (marker !== undefined || '```'.startsWith(line))) return this.#hold(text);
      if (marker !== undefined) {
        this.#state = { kind: 'fenced', marker };
        this.#trimmed = text.length - ink.length + line.length;
        return this.#readFenced(text.slice(this.#trimmed), marker);
      }
    }
    const closing = this.#wrapping.quotes ? CLOSING[first] : undefined;
    if (closing === undefined) {
      this.#state = { kind: 'plain' };
      return text;
    }
    this.#state = { kind: 'quoted', closing, isClosed: false };
    this.#hold(text.slice(0, text.length - ink.length + 1));
    return this.#readQuoted(ink.slice(1), closing, false);
  }

  #readFenced(text: string, marker: string): string {
    let start = text.indexOf('\n');
    for (let end = text.indexOf('\n', start + 1); start >= 0 && end >= 0; end = text.indexOf('\n', end + 1)) {
      if (text.slice(start + 1, end).trim() === marker) {
        this.#state = { kind: 'over' };
        return text.slice(0, start);
      }
      start = end;
    }
    if (start < 0 || !isFenceStart(text.slice(start), marker)) return text;
    this.#hold(text.slice(start));
    return text.slice(0, start);
  }

  #readQuoted(chunk: string, closing: string, isClosed: boolean): string {
    this.#hold(chunk);
    let rest = chunk;
    if (!isClosed) {
      const at = chunk.search(QUOTE);
      if (at < 0) return '';
      if (!closing.includes(chunk.charAt(at))) return this.#release();
      this.#state = { kind: 'quoted', closing, isClosed: true };
      rest = chunk.slice(at + 1);
    }
    return rest.trim() === '' ? '' : this.#release();
  }

  #release(): string {
    this.#state = { kind: 'plain' };
    return this.#take();
  }
}

/** The last line of a text, with the line end before it; empty for a text without one. */
function lineOf(text: string): string {
  const at = text.lastIndexOf('\n');
  return at < 0 ? '' : text.slice(at);
}

/** Returns true if a line, with the line end before it, may be the beginning of a closing fence. */
function isFenceStart(line: string, marker: string): boolean {
  return line !== '' && line.length <= MAX_FENCE_LINE && marker.startsWith(line.trim());
}
