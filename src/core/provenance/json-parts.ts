import { endOfString, isTooDeep } from './json-depth.ts';

/** A part of a JSON object that can be read by itself. */
export type JsonPart =
  /** A member that is a list begins; its items follow. */
  | { readonly kind: 'list'; readonly name: string }
  | { readonly kind: 'item'; readonly value: unknown }
  /** Any other member. */
  | { readonly kind: 'member'; readonly name: string; readonly value: unknown };

/** UTF-16 code units read per step, a few milliseconds' work, unless a part is longer. */
const STEP = 200_000;

const SPACES: ReadonlySet<string | undefined> = new Set([' ', '\t', '\n', '\r']);
/** Characters that end a number, `true`, `false` or `null`. */
const ENDS: ReadonlySet<string | undefined> = new Set([...SPACES, ',', ']', '}', undefined]);

/**
 * The members of a JSON object, in order, and the items of those that are lists, each parsed by itself, so that a long file can be
 * read in steps. A name that occurs twice is yielded twice: as in `JSON.parse`, the last one counts.
 * @returns yields undefined every few milliseconds
 * @throws {SyntaxError} when the text is no object in JSON
 * @throws {RangeError} when a part is nested more than `MAX_JSON_DEPTH` deep
 */
export function* jsonParts(json: string): Generator<JsonPart | undefined, void> {
  const text = new Cursor(json);
  let reached = 0;
  const isLong = () => {
    if (text.at - reached < STEP) return false;
    reached = text.at;
    return true;
  };
  text.take('{');
  if (!text.isNext('}')) {
    do {
      if (!text.isNext('"')) throw new SyntaxError(`no name at ${text.at}`);
      const name = String(text.parse());
      text.take(':');
      if (!text.isNext('[')) {
        yield { kind: 'member', name, value: text.parse() };
        if (isLong()) yield;
        continue;
      }
      text.take('[');
      yield { kind: 'list', name };
      if (!text.isNext(']')) {
        do {
          yield { kind: 'item', value: text.parse() };
          if (isLong()) yield;
        } while (text.hasMore());
      }
      text.take(']');
    } while (text.hasMore());
  }
  text.take('}');
  text.end();
}

/** A place in a JSON text, between two tokens. */
class Cursor {
  at = 0;
  readonly #json: string;

  constructor(json: string) {
    this.#json = json;
    this.#skipSpace();
  }

  isNext(token: string): boolean {
    return this.#json[this.at] === token;
  }

  take(token: string): void {
    if (!this.isNext(token)) throw new SyntaxError(`no ${token} at ${this.at}`);
    this.at += 1;
    this.#skipSpace();
  }

  /** Takes the comma that follows; returns false if there is none. */
  hasMore(): boolean {
    const isMore = this.isNext(',');
    if (isMore) this.take(',');
    return isMore;
  }

  end(): void {
    if (this.at < this.#json.length) throw new SyntaxError(`more at ${this.at}`);
  }

  /** The value that begins here. */
  parse(): unknown {
    const from = this.at;
    this.#skipValue();
    const json = this.#json.slice(from, this.at);
    if (isTooDeep(json)) throw new RangeError(`too deep at ${from}`);
    const value: unknown = JSON.parse(json);
    this.#skipSpace();
    return value;
  }

  /** To the end of the value that begins here, if it is valid; parsing it decides. */
  #skipValue(): void {
    let depth = 0;
    do {
      const token = this.#json[this.at];
      if (token === undefined) throw new SyntaxError('no end');
      if (token === '"') this.at = endOfString(this.#json, this.at);
      else if (token === '{' || token === '[') depth += 1;
      else if (token === '}' || token === ']') depth -= 1;
      else if (depth === 0) while (!ENDS.has(this.#json[this.at + 1])) this.at += 1;
      this.at += 1;
    } while (depth > 0);
  }

  #skipSpace(): void {
    while (SPACES.has(this.#json[this.at])) this.at += 1;
  }
}
