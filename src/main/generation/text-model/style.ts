import { BREAK, CLOSE, DASH, ELLIPSIS, kindOf, OPEN, type TokenKind } from './tokens.ts';

/** How a writer sets what every text has: read from the document, so that a continuation looks like it. */
export interface Style {
  readonly open: string;
  readonly close: string;
  readonly apostrophe: string;
  readonly paragraphBreak: string;
  /** With its spaces, if it has any. */
  readonly dash: string;
  readonly ellipsis: string;
}

/** Of a document that does not show its own. */
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

/** The most frequent of some ways to write a thing; the first where none occurs. */
function prevailing<T>(ways: readonly (readonly [T, number])[], otherwise: T): T {
  let best = otherwise;
  let most = 0;
  for (const [way, occurrences] of ways) {
    if (occurrences > most) [best, most] = [way, occurrences];
  }
  return best;
}

/** The style of a document, as far as its end shows it. */
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

/** Whether a space stands between two neighbouring tokens. */
export function isSpaced(before: string, beforeKind: TokenKind, after: TokenKind): boolean {
  if (beforeKind === 'break' || beforeKind === 'open' || beforeKind === 'dash') return false;
  if (after === 'terminal' || after === 'pause' || after === 'close') return false;
  if (after === 'break' || after === 'dash') return false;
  if (beforeKind === 'glyph' || after === 'glyph') return false;
  // A full-width mark brings its own space, and so do opening brackets the other way.
  return !/[。！？，、；：([{（]$/u.test(before);
}

/** A token as this writer sets it, without the space before it. */
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
