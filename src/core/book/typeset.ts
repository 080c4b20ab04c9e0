/** Typography by language: the last step of reading a book (`books.md`, *Typography*). It never changes the grove. */

/** A language's way with what is typed on a keyboard. */
interface Typography {
  /** Opening and closing quotation marks, then those within them. */
  readonly quotes: readonly [open: string, close: string, innerOpen: string, innerClose: string];
  readonly dash: '—' | '–';
  /** A hyphen before the first words of a line is the dash of speech. */
  readonly dashesSpeech: boolean;
  /** Signs have narrow spaces before them, and quotation marks inside them. */
  readonly isSpaced: boolean;
  /** A single mark is an apostrophe, never a quotation mark. */
  readonly hasOnlyApostrophes: boolean;
}

function typography(
  quotes: string,
  dash: '—' | '–',
  { dashesSpeech = false, isSpaced = false, hasOnlyApostrophes = false } = {},
): Typography {
  const [open = '', close = '', innerOpen = '', innerClose = ''] = quotes;
  return { quotes: [open, close, innerOpen, innerClose], dash, dashesSpeech, isSpaced, hasOnlyApostrophes };
}

const ENGLISH = typography('“”‘’', '—');
const LANGUAGES: ReadonlyMap<string, Typography> = new Map([
  ['en', ENGLISH],
  ['de', typography('„“‚‘', '–')],
  ['de-ch', typography('«»‹›', '–')],
  ['fr', typography('«»“”', '—', { dashesSpeech: true, isSpaced: true, hasOnlyApostrophes: true })],
  ['es', typography('«»“”', '—', { dashesSpeech: true })],
  ['it', typography('«»“”', '–', { dashesSpeech: true, hasOnlyApostrophes: true })],
  ['pt', typography('«»“”', '—', { dashesSpeech: true })],
  ['pt-br', typography('“”‘’', '—', { dashesSpeech: true })],
  ['pl', typography('„”«»', '–', { dashesSpeech: true })],
  ['ru', typography('«»„“', '—', { dashesSpeech: true })],
  ['uk', typography('«»„“', '—', { dashesSpeech: true })],
  ['cs', typography('„“‚‘', '–')],
  ['sk', typography('„“‚‘', '–')],
  ['nl', typography('“”‘’', '–')],
  ['da', typography('»«›‹', '–')],
  ['sv', typography('””’’', '–')],
  ['fi', typography('””’’', '–')],
]);

/** @param language a tag; its region counts where it differs, and a language that is not listed is typeset as English */
function typographyOf(language: string): Typography {
  const tag = language.toLowerCase();
  return LANGUAGES.get(tag) ?? LANGUAGES.get(tag.split('-')[0] ?? '') ?? ENGLISH;
}

const NO_BREAK = '\u00a0';
const NARROW = '\u202f';
/** Dots and dashes, quotation marks, and signs with a space before them. */
const TYPED =
  /(?<!\.)\.{3}(?!\.)|(?<!-)-{2,3}(?!-)|^-(?= )|["']|«[ \u00a0\u202f]?|[ \u00a0\u202f]?(?:»|[;:!?]+(?=[\s"'”’»)\]]|$))/gu;
/** A quotation mark at the beginning, or after one of these, opens. */
const BEFORE_OPENING = /(?:^|[\s([{—–\u2018\u201a\u201c\u201e«‹/-])$/u;
const SPACE = /[ \u00a0\u202f]/u;
/** Characters after a mark that tell what it is. */
const LOOK_AHEAD = 8;
/** Words that begin with an apostrophe. */
const ELIDED = /^(?:\d\ds?|tis|twas|twere|em|til|till|cause|bout|n|kay)\b/iu;

/** A replacement in a line, in UTF-16 code units. */
interface Replacement {
  readonly from: number;
  readonly to: number;
  readonly insert: string;
}

/** A line, in runs, as a book of a language prints it. Runs keep their number; what is not typed as on a keyboard stays. */
export function typeset(runs: readonly string[], language: string): readonly string[] {
  const line = runs.join('');
  const replacements = replacementsIn(line, typographyOf(language));
  if (replacements.length === 0) return runs;
  let start = 0;
  let at = 0;
  let next = 0;
  return runs.map((run) => {
    const end = start + run.length;
    let shown = '';
    for (let one = replacements[next]; one !== undefined && one.from < end; one = replacements[next]) {
      shown += line.slice(at, one.from) + one.insert;
      at = one.to;
      next += 1;
    }
    shown += line.slice(at, end);
    start = end;
    // A replacement may take characters of the next run.
    at = Math.max(at, end);
    return shown;
  });
}

function replacementsIn(line: string, language: Typography): readonly Replacement[] {
  const { quotes, dash, dashesSpeech, isSpaced, hasOnlyApostrophes } = language;
  const [open, close, innerOpen, innerClose] = quotes;
  const replacements: Replacement[] = [];
  const lastSingle = line.lastIndexOf("'");
  let isInnerOpen = false;
  /** The quotation mark before, and what it did. */
  let mark = { to: 0, opened: true };
  for (const { 0: typed, index } of line.matchAll(TYPED)) {
    let from = index;
    const to = from + typed.length;
    const before = line.slice(Math.max(0, from - 2), from);
    const after = line.slice(to, to + LOOK_AHEAD);
    const isFirst = mark.to === from ? mark.opened : BEFORE_OPENING.test(before);
    const opens = isFirst && !/^(?:\s|$)/u.test(after);
    let insert = typed;
    switch (typed) {
      case '...':
        insert = '…';
        break;
      case '---':
        insert = '—';
        break;
      case '--':
        insert = dash;
        break;
      case '-':
        insert = dashesSpeech ? dash : typed;
        break;
      case '"':
        insert = opens ? open : close;
        if (isSpaced && opens) insert += NO_BREAK;
        else if (isSpaced) {
          insert = NO_BREAK + insert;
          if (SPACE.test(before.slice(-1)) && (replacements.at(-1)?.to ?? 0) < from) from -= 1;
        }
        mark = { to, opened: opens };
        break;
      case "'": {
        const isQuote = opens && !hasOnlyApostrophes && lastSingle > from && !ELIDED.test(after);
        const closes: boolean = isInnerOpen && !/^\p{L}/u.test(after);
        insert = isQuote ? innerOpen : closes ? innerClose : '’';
        isInnerOpen = isQuote || (isInnerOpen && !closes);
        mark = { to, opened: isQuote };
        break;
      }
      default: {
        if (!isSpaced) continue;
        const sign = typed.trim();
        if (sign === '«') insert = `«${NO_BREAK}`;
        // Nothing is before the first sign of a line.
        else if (from > 0) insert = `${/[»:]/.test(sign) ? NO_BREAK : NARROW}${sign}`;
      }
    }
    if (insert !== line.slice(from, to)) replacements.push({ from, to, insert });
  }
  return replacements;
}
