/**
 * The offline model's tokens: words, single marks and line breaks, without matters of style (the shape of
 * quotation marks, the space after a comma). `style.ts` adds those again.
 */

/** Tokens with a meaning beyond their characters. All others are words and marks as written. */
export const BREAK = '\n';
export const OPEN = '“';
export const CLOSE = '”';
export const DASH = '—';
export const ELLIPSIS = '…';
/** Not a character: the next word is capitalised because a sentence begins. */
export const CAPITAL = '^';
/** Not a character: any personal name. Only in the sample; a document keeps its names. */
export const NAME = '@';

export type TokenKind =
  | 'word'
  /** A character of a script that is written without spaces. */
  | 'glyph'
  | 'terminal'
  | 'pause'
  | 'open'
  | 'close'
  | 'break'
  | 'dash'
  | 'capital'
  | 'name'
  /** Anything else: brackets, emoji, markup. Read but never generated. */
  | 'symbol';

const KINDS: ReadonlyMap<string, TokenKind> = new Map<string, TokenKind>([
  [BREAK, 'break'],
  [OPEN, 'open'],
  [CLOSE, 'close'],
  [DASH, 'dash'],
  [CAPITAL, 'capital'],
  [NAME, 'name'],
  ...['.', '!', '?', ELLIPSIS, '。', '！', '？'].map((mark) => [mark, 'terminal'] as const),
  ...[',', ';', ':', '，', '、', '；', '：'].map((mark) => [mark, 'pause'] as const),
]);

const GLYPH =
  /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;
const WORD = /^[\p{L}\p{N}]/u;

export function kindOf(token: string): TokenKind {
  const kind = KINDS.get(token);
  if (kind !== undefined) return kind;
  if (GLYPH.test(token)) return 'glyph';
  return WORD.test(token) ? 'word' : 'symbol';
}

/** Words that include the full stop after them. */
const ABBREVIATIONS: ReadonlySet<string> = new Set(['Mr', 'Mrs', 'Ms', 'Dr', 'St']);

const LETTER = /[\p{L}\p{N}\p{M}]/u;
const OPENING = '“„‟«‹「『‘‚';
const CLOSING = '”»›」』';
const APOSTROPHES = "'’";

const OTHER = 0;
const INNER = 1;
const SPACE = 2;
/** The class of each ASCII character, so that most of a manuscript is read without regular expressions. */
const ASCII = Uint8Array.from({ length: 128 }, (_, code) => {
  const character = String.fromCharCode(code);
  if (/[A-Za-z0-9]/.test(character)) return INNER;
  return /\s/.test(character) ? SPACE : OTHER;
});

function characterClass(text: string, at: number): number {
  const code = text.charCodeAt(at);
  if (code < 128) return ASCII[code] ?? OTHER;
  const character = String.fromCodePoint(text.codePointAt(at) ?? code);
  if (/\s/.test(character)) return SPACE;
  return LETTER.test(character) && !GLYPH.test(character) ? INNER : OTHER;
}

function isInner(text: string, at: number): boolean {
  return at < text.length && characterClass(text, at) === INNER;
}

/** The end of the word that begins at `from`: letters, digits, and single apostrophes or hyphens between letters. */
function wordEnd(text: string, from: number): number {
  let at = from;
  while (at < text.length) {
    if (characterClass(text, at) === INNER) at += (text.codePointAt(at) ?? 0) > 0xffff ? 2 : 1;
    else if ("'’-‐‑".includes(text.charAt(at)) && at > from && isInner(text, at + 1)) at += 1;
    else break;
  }
  return at;
}

/** Returns true if an ambiguous quotation mark at `at` is an opening one. */
function opens(text: string, at: number): boolean {
  const before = text.charAt(at - 1);
  return before === '' || /[\s([{—–]/.test(before) || OPENING.includes(before);
}

/**
 * Calls `take` with each token of `text` from offset `from` on and the token's offset, in order. A token at a line
 * break depends on nothing before it. Words keep their capitals; `CAPITAL` and `NAME` are added by the index.
 */
export function readTokens(
  text: string,
  from: number,
  onToken: (token: string, start: number) => void,
): void {
  let at = from;
  while (at < text.length) {
    const start = at;
    const kind = characterClass(text, at);
    if (kind === INNER) {
      at = wordEnd(text, at);
      if (text.charAt(at) === '.' && ABBREVIATIONS.has(text.slice(start, at))) at += 1;
      const word = text.slice(start, at);
      onToken(word.includes("'") ? word.replaceAll("'", '’') : word, start);
    } else if (kind === SPACE) {
      let breaks = false;
      while (at < text.length && characterClass(text, at) === SPACE) {
        if (text.charCodeAt(at) === 10) breaks = true;
        at += 1;
      }
      if (breaks) onToken(BREAK, start);
    } else at = readMark(text, at, onToken);
  }
}

/** Reads a character that is neither a letter nor a space. @returns the offset after it */
function readMark(text: string, at: number, onToken: (token: string, start: number) => void): number {
  const mark = String.fromCodePoint(text.codePointAt(at) ?? 0);
  const end = at + mark.length;
  if (mark === '"') onToken(opens(text, at) ? OPEN : CLOSE, at);
  else if (APOSTROPHES.includes(mark)) {
    if (mark === "'" && opens(text, at) && isInner(text, end)) onToken(OPEN, at);
    else if (/[,.!?…—–]/.test(text.charAt(at - 1))) onToken(CLOSE, at);
    // Otherwise it marks an omitted letter or a plural possessive, which predicts nothing.
  } else if (OPENING.includes(mark)) onToken(OPEN, at);
  else if (CLOSING.includes(mark)) onToken(CLOSE, at);
  else if (mark === '—' || mark === '–' || (mark === '-' && text.charAt(end) === '-')) {
    let last = end;
    while ('-—–'.includes(text.charAt(last)) && last < text.length) last += 1;
    onToken(DASH, at);
    return last;
  } else if (mark === '.' && text.startsWith('..', at)) {
    let last = end;
    while (text.charAt(last) === '.') last += 1;
    onToken(ELLIPSIS, at);
    return last;
  } else if (mark !== '*' && mark !== '_') {
    // Emphasis marks are skipped: the words around them are still consecutive.
    onToken(mark, at);
  }
  return end;
}

/** Returns true if a word begins with a capital letter. */
export function isCapitalised(word: string): boolean {
  const first = String.fromCodePoint(word.codePointAt(0) ?? 0);
  return first !== first.toLowerCase();
}

/** The word with its first letter in upper case. */
export function capitalise(word: string): string {
  const first = String.fromCodePoint(word.codePointAt(0) ?? 0);
  return first.toUpperCase() + word.slice(first.length);
}

/** The word with its first letter in lower case. */
export function uncapitalise(word: string): string {
  const first = String.fromCodePoint(word.codePointAt(0) ?? 0);
  return first.toLowerCase() + word.slice(first.length);
}
