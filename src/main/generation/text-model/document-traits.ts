import type { TextIndex } from './text-index.ts';
import { BREAK, ELLIPSIS, OPEN, type TokenKind } from './tokens.ts';
import { isContentClass } from './word-class.ts';

/** How much likelier a word of what the document is about now may come than the model would have it. */
const TOPIC_FAVOUR = 4;

/** Words among the last so many tokens of the document are what it is about now. */
const RECENT_TOKENS = 400;

/** Below this share of known words, and with enough text of its own, a document is in another language. */
const FAMILIAR_SHARE = 0.35;
const ENOUGH_TO_STAND_ALONE = 60;

const PRONOUN_GROUPS = [
  ['I', 'me', 'my', 'mine', 'myself', 'we', 'us', 'our'],
  ['he', 'him', 'his', 'himself'],
  ['she', 'her', 'hers', 'herself'],
  ['they', 'them', 'their'],
] as const;

/**
 * What a document is about, and who: by the number of each token, how much likelier than in the sample it is here.
 * Recent words come more readily, and pronouns as the document uses them.
 */
export function readFavour(document: TextIndex, sample: TextIndex, knowsLanguage: boolean): Float64Array {
  const { vocabulary } = document;
  const favour = new Float64Array(vocabulary.size).fill(1);
  const recent = new Map<number, number>();
  const from = Math.max(0, document.length - RECENT_TOKENS);
  for (let place = from; place < document.length; place += 1) {
    const token = document.tokenAt(place);
    recent.set(token, (recent.get(token) ?? 0) + 1);
  }
  for (const [token, count] of recent) {
    if (isContentClass(vocabulary.classOf(token))) favour[token] = 1 + Math.min(TOPIC_FAVOUR, count);
  }
  for (const mark of [OPEN, BREAK]) {
    const token = vocabulary.find(mark);
    if (token !== undefined) favour[token] = favourOfMark(token, recent.get(token) ?? 0, document, sample);
  }
  if (!knowsLanguage) return favour;
  const groups = PRONOUN_GROUPS.map((words) => {
    const tokens = words.flatMap((word) => vocabulary.find(word) ?? []);
    const here = tokens.reduce((sum, token) => sum + (recent.get(token) ?? 0), 0);
    const there = tokens.reduce((sum, token) => sum + sample.countOf(token), 0);
    return { tokens, here, there };
  });
  const hereTotal = groups.reduce((sum, group) => sum + group.here, 0);
  const thereTotal = groups.reduce((sum, group) => sum + group.there, 0);
  for (const { tokens, here, there } of groups) {
    // Counted as if the document had three pronouns more, shared out as in the sample.
    const expected = (there + 1) / (thereTotal + PRONOUN_GROUPS.length);
    const ratio = (here + 3 * expected) / (hereTotal + 3) / expected;
    for (const token of tokens) favour[token] = Math.min(4, Math.max(0.03, ratio));
  }
  return favour;
}

/** A document that hardly talks goes on without talk, and one of long paragraphs in long ones. */
function favourOfMark(token: number, here: number, document: TextIndex, sample: TextIndex): number {
  const length = Math.min(document.length, RECENT_TOKENS);
  const expected = (length * (sample.countOf(token) + 1)) / (sample.length + 1);
  // As if it had two marks more, in a stretch where the sample has as many.
  return Math.min(3, Math.max(0.05, (here + 2) / (expected + 2)));
}

/** Whether a token is of the script that a document is written in, and of a kind that can be written blindly. */
export function isSayable(word: string, kind: TokenKind, glyphs: boolean): boolean {
  switch (kind) {
    case 'symbol':
    case 'name':
      return false;
    case 'word':
    case 'capital':
      return !glyphs;
    case 'glyph':
      return glyphs;
    case 'terminal':
    case 'pause':
      return word === ELLIPSIS || glyphs === word.charCodeAt(0) > 0x2fff;
    default:
      return true;
  }
}

/** Whether the end of a document is in a language of the sample, or too short to go on by itself. */
export function isFamiliar(document: TextIndex): boolean {
  if (document.length < ENOUGH_TO_STAND_ALONE) return true;
  let words = 0;
  let known = 0;
  for (let place = Math.max(0, document.length - RECENT_TOKENS); place < document.length; place += 1) {
    const token = document.tokenAt(place);
    const kind = document.vocabulary.kindOf(token);
    if (kind !== 'word' && kind !== 'glyph') continue;
    words += 1;
    if (token < document.vocabulary.offset) known += 1;
  }
  return words === 0 || known / words >= FAMILIAR_SHARE;
}

/** Whether most of what a document's end says is in a script that is written without spaces. */
export function endsInGlyphs(document: TextIndex): boolean {
  let words = 0;
  let glyphs = 0;
  for (let place = Math.max(0, document.length - RECENT_TOKENS); place < document.length; place += 1) {
    const kind = document.vocabulary.kindOf(document.tokenAt(place));
    if (kind === 'word') words += 1;
    if (kind === 'glyph') glyphs += 1;
  }
  return glyphs > words;
}
