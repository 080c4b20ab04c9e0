/** Quotes in the line of a command (`agents.md`, *Grammar*): `"…"`, `“…”` and `«…»`, which end in their line. */
import type { TextRange } from '../text/span.ts';

const CLOSING: Readonly<Record<string, string>> = { '"': '"', '“': '”', '«': '»' };
const OPENING = /["“«]/g;

/** Returns true if a quote is left open; each is read as short as it can be. */
export function hasOpenQuote(text: string): boolean {
  OPENING.lastIndex = 0;
  for (let open = OPENING.exec(text); open !== null; open = OPENING.exec(text)) {
    const close = text.indexOf(CLOSING[open[0]] ?? '', open.index + 1);
    if (close < 0) return true;
    OPENING.lastIndex = close + 1;
  }
  return false;
}

/** The longest name of an option that is looked for before a quote. */
const MAX_KEY = 32;
const KEY_BEFORE = /(?:^|\s)([a-z][a-z_-]*)[:=]$/i;

/** The option whose value a quote at `at` would be, in lower case; null if it is none. */
function keyBefore(text: string, at: number): string | null {
  return KEY_BEFORE.exec(text.slice(Math.max(0, at - MAX_KEY), at))?.[1]?.toLowerCase() ?? null;
}

/**
 * The content of a command, without its quotes: from the first quote that is no value of an option to the last quote before
 * options, so that it may contain quotes. Anything of the form `key:"…"` at the end is an option.
 * @param isOption whether this is the name of an option
 * @returns `none` if nothing is quoted, `open` if the quote does not end
 */
export function findContent(text: string, isOption: (key: string) => boolean): TextRange | 'none' | 'open' {
  const open = findOpening(text, isOption);
  if (typeof open === 'string') return open;
  const closing = CLOSING[text[open] ?? ''] ?? '';
  let to = text.lastIndexOf(closing);
  for (;;) {
    if (to <= open) return 'open';
    const opened = text.lastIndexOf(text[open] ?? '', to - 1);
    if (opened <= open || keyBefore(text, opened) === null) return { from: open + 1, to };
    to = text.lastIndexOf(closing, opened - 1);
  }
}

/**
 * The first quote that is no value of an option, without its quotes: the shortest, so that another may follow.
 * @param isOption as for `findContent`
 * @returns `none` if nothing is quoted, `open` if the quote does not end
 */
export function findFirstQuote(
  text: string,
  isOption: (key: string) => boolean,
): TextRange | 'none' | 'open' {
  const open = findOpening(text, isOption);
  if (typeof open === 'string') return open;
  const to = text.indexOf(CLOSING[text[open] ?? ''] ?? '', open + 1);
  return to < 0 ? 'open' : { from: open + 1, to };
}

function findOpening(text: string, isOption: (key: string) => boolean): number | 'none' | 'open' {
  OPENING.lastIndex = 0;
  for (let open = OPENING.exec(text); open !== null; open = OPENING.exec(text)) {
    const key = keyBefore(text, open.index);
    if (key === null || !isOption(key)) return open.index;
    const close = text.indexOf(CLOSING[open[0]] ?? '', open.index + 1);
    if (close < 0) return 'open';
    OPENING.lastIndex = close + 1;
  }
  return 'none';
}
