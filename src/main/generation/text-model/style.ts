import { BREAK, CLOSE, DASH, ELLIPSIS, kindOf, OPEN, type TokenKind } from './tokens.ts';

/** The typography of a document, which its continuations follow. */
export interface Style {
  readonly open: string;
  readonly close: string;
  readonly apostrophe: string;
  readonly paragraphBreak: string;
  /** Including the spaces around it, if any. */
  readonly dash: string;
  readonly ellipsis: string;
}

/** The defaults for a document that does not show its own style. */
const PLAIN: Style = {
  open: '“',
  close: '”',
  apostrophe: '’',
  paragraphBreak: '\n\n',
  dash: '—',
  ellipsis: '…',
};

/** Style is read from this many UTF-16 code units at the document's end. */
const STYLE_WINDOW = 20_000;

function count(text: string, pattern: RegExp): number {
  return text.match(pattern)?.length ?? 0;
}

/** The most frequent variant; `otherwise` if none occurs. */
function prevailing<T>(variants: readonly (readonly [T, number])[], fallback: T): T {
  let best = fallback;
  let most = 0;
  for (const [variant, occurrences] of variants) {
    if (occurrences > most) [best, most] = [variant, occurrences];
  }
  return best;
}

/** Reads the style from the end of a document. */
export function readStyle(document: string): Style {
  const text = document.slice(-STYLE_WINDOW);
  const [open, close] = prevailing<readonly [string, string]>(
    [
      [['“', '”'], count(text, /“/g)],
      [['"', '"'], count(text, /(?<=^|\s)"/g)],
      [['‘', '’'], count(text, /‘/g)],
      [["'", "'"], count(text, /(?<=^|\s)'(?=\p{Lu})/gu)],
      [['«', '»'], count(text, /«/g)],
      [['「', '」'], count(text, /「/g)],
      [['„', '“'], count(text, /„/g) * 2],
    ],
    [PLAIN.open, PLAIN.close],
  );
  return {
    open,
    close,
    apostrophe: prevailing(
      [
        ['’', count(text, /\p{L}’\p{L}/gu)],
        ["'", count(text, /\p{L}'\p{L}/gu)],
      ],
      open === '"' || open === "'" ? "'" : PLAIN.apostrophe,
    ),
    paragraphBreak: prevailing(
      [
        ['\n\n', count(text, /\S\n\s*\n\s*\S/g)],
        ['\n', count(text, /\S\n(?=\S)/g)],
      ],
      PLAIN.paragraphBreak,
    ),
    dash: prevailing(
      [
        ['—', count(text, /\S—\S/g)],
        [' — ', count(text, /\s—\s/g)],
        [' – ', count(text, /\s–\s/g)],
        ['--', count(text, /\S--\S/g)],
        [' -- ', count(text, /\s--\s/g)],
      ],
      PLAIN.dash,
    ),
    ellipsis: prevailing(
      [
        ['…', count(text, /…/g)],
        ['...', count(text, /\.{3}/g)],
      ],
      PLAIN.ellipsis,
    ),
  };
}

/** Returns true if there is a space between two consecutive tokens. */
export function isSpaced(before: string, beforeKind: TokenKind, after: TokenKind): boolean {
  if (beforeKind === 'break' || beforeKind === 'open' || beforeKind === 'dash') return false;
  if (after === 'terminal' || after === 'pause' || after === 'close') return false;
  if (after === 'break' || after === 'dash') return false;
  if (beforeKind === 'glyph' || after === 'glyph') return false;
  // Full-width marks include their own space, and nothing follows an opening bracket with one.
  return !/[。！？，、；：([{（]$/u.test(before);
}

/** A token in the document's style, without the space before it. */
export function setToken(token: string, style: Style): string {
  switch (token) {
    case OPEN:
      return style.open;
    case CLOSE:
      return style.close;
    case BREAK:
      return style.paragraphBreak;
    case DASH:
      return style.dash;
    case ELLIPSIS:
      return style.ellipsis;
    default:
      return kindOf(token) === 'word' ? token.replaceAll('’', style.apostrophe) : token;
  }
}
