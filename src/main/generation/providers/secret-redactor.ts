/**
 * Removes secrets from a service's answers (`generation.md`, *A key never comes back*): plain, escaped as in JSON, or
 * percent-encoded, in any mixture.
 */

/** A shorter one is not treated as a secret: services without keys are given words such as `none`. */
const MIN_LENGTH = 16;

/** The offset and length of replaced text, in UTF-16 code units of the whole stream. */
export type RedactedRange = readonly [from: number, length: number];

/** The secrets that are long enough to redact, each once. */
export function secretsAmong(candidates: readonly (string | null)[]): readonly string[] {
  const known = candidates.filter((secret): secret is string => secret !== null);
  return [...new Set(known)].filter(({ length }) => length >= MIN_LENGTH);
}

/** Takes secrets out of a whole text. */
export function redact(text: string, secrets: readonly string[]): string {
  const redactor = new SecretRedactor(secrets);
  return redactor.feed(text) + redactor.end();
}

/** The end of a match; `partial` if the text ends before that is known; null for no match. */
type Match = number | 'partial' | null;

/**
 * Replaces every character of a secret by `*`, in a text that arrives in pieces. Only characters that may
 * begin a secret are held back until more arrives. What was JSON stays JSON.
 */
export class SecretRedactor {
  readonly #secrets: readonly string[];
  readonly #begins: RegExp | null;
  /** Text held back. */
  #pending = '';
  /** The length of everything returned. */
  #returned = 0;
  readonly #redacted: RedactedRange[] = [];

  /** @param secrets as `secretsAmong` returns them */
  constructor(secrets: readonly string[]) {
    this.#secrets = secrets;
    const first = secrets.map((secret) => `\\u{${secret.charCodeAt(0).toString(16)}}`).join('');
    this.#begins = secrets.length === 0 ? null : new RegExp(`[\\\\%${first}]`, 'gu');
  }

  /** The ranges replaced so far, in order. */
  get redacted(): readonly RedactedRange[] {
    return this.#redacted;
  }

  /** The next piece without secrets; some of its end may be held back. */
  feed(piece: string): string {
    return this.#take(this.#pending + piece, false);
  }

  /** Returns the text held back. Nothing follows. */
  end(): string {
    return this.#take(this.#pending, true);
  }

  #take(text: string, isEnd: boolean): string {
    let result = '';
    let kept = 0;
    let end = text.length;
    for (let at = this.#findBegin(text, 0); at >= 0; ) {
      const match = this.#matchAt(text, at);
      if (match === 'partial' && !isEnd) {
        end = at;
        break;
      }
      if (typeof match === 'number') {
        result += text.slice(kept, at) + '*'.repeat(match - at);
        this.#redacted.push([this.#returned + result.length - (match - at), match - at]);
        kept = match;
      }
      // The second of two backslashes escapes nothing.
      const isPair = text.startsWith('\\\\', at);
      at = this.#findBegin(text, typeof match === 'number' ? match : at + (isPair ? 2 : 1));
    }
    result += text.slice(kept, end);
    this.#pending = text.slice(end);
    this.#returned += result.length;
    return result;
  }

  #findBegin(text: string, from: number): number {
    if (this.#begins === null) return -1;
    this.#begins.lastIndex = from;
    return this.#begins.exec(text)?.index ?? -1;
  }

  /** A secret whose first character is escaped goes with its backslash, so that the escape is not left open. */
  #matchAt(text: string, at: number): Match {
    const match = this.#matchSecrets(text, at);
    if (text[at] !== '\\' || typeof match === 'number') return match;
    return at + 1 === text.length ? 'partial' : (this.#matchSecrets(text, at + 1) ?? match);
  }

  #matchSecrets(text: string, at: number): Match {
    return this.#secrets.map((secret) => matchSecret(text, at, secret)).reduce(better, null);
  }
}

/** @param index of the next character of `secret` */
function matchSecret(text: string, at: number, secret: string, index = 0): Match {
  let next = at;
  for (let position = index; position < secret.length; position += 1) {
    const character = secret.charAt(position);
    const found = text[next];
    if (found === undefined) return 'partial';
    const escaped = matchEscape(text, next, character);
    if (found !== character) {
      if (typeof escaped !== 'number') return escaped;
      next = escaped;
    } else if (escaped === null) next += 1;
    else {
      // A secret with a backslash or a per cent sign may be written either way.
      const plain = matchSecret(text, next + 1, secret, position + 1);
      if (typeof escaped !== 'number') return better(plain, escaped);
      return better(plain, matchSecret(text, escaped, secret, position + 1));
    }
  }
  return next;
}

/** The end of a character that is escaped as in JSON or percent-encoded. */
function matchEscape(text: string, at: number, character: string): Match {
  if (text[at] === '%') return matchHex(text, at + 1, character, 2);
  if (text[at] !== '\\') return null;
  const next = text[at + 1];
  if (next === undefined) return 'partial';
  if (next === character) return at + 2;
  return next === 'u' ? matchHex(text, at + 2, character, 4) : null;
}

function matchHex(text: string, at: number, character: string, digits: number): Match {
  const wanted = character.charCodeAt(0).toString(16).padStart(digits, '0');
  const found = text.slice(at, at + digits).toLowerCase();
  if (found === wanted) return at + digits;
  return found.length < digits && wanted.startsWith(found) ? 'partial' : null;
}

function better(one: Match, other: Match): Match {
  if (typeof one === 'number' && typeof other === 'number') return Math.max(one, other);
  if (typeof one === 'number') return one;
  if (typeof other === 'number') return other;
  return one ?? other;
}
