import type { TextIndex } from './text-index.ts';
import { BREAK, ELLIPSIS, OPEN, type TokenKind } from './tokens.ts';
import { isContentClass } from './word-class.ts';

/** The maximum increase in likelihood of a word that belongs to the document's current topic. */
const MAX_TOPIC_BIAS = 4;

/** Words among this many last tokens are the document's current topic. */
const RECENT_TOKENS = 400;

/** A document longer than the minimum with a smaller share of known words is in another language. */
const FAMILIAR_SHARE = 0.35;
const ENOUGH_TO_STAND_ALONE = 60;

const PRONOUN_GROUPS = [
  ['I', 'me', 'my', 'mine', 'myself', 'we', 'us', 'our'],
  ['he', 'him', 'his', 'himself'],
  ['she', 'her', 'hers', 'herself'],
  ['they', 'them', 'their'],
] as const;

/**
 * A factor for each token: how much likelier it is in this document than in the sample. Recent words become
 * likelier, and pronouns as likely as the document uses them.
 */
export function readBias(document: TextIndex, sample: TextIndex, knowsLanguage: boolean): Float64Array {
  const { vocabulary } = document;
  const bias = new Float64Array(vocabulary.size).fill(1);
  const recent = new Map<number, number>();
  const from = Math.max(0, document.length - RECENT_TOKENS);
  for (let at = from; at < document.length; at += 1) {
    const token = document.tokenAt(at);
    recent.set(token, (recent.get(token) ?? 0) + 1);
  }
  for (const [token, count] of recent) {
    if (isContentClass(vocabulary.classOf(token))) bias[token] = 1 + Math.min(MAX_TOPIC_BIAS, count);
  }
  for (const mark of [OPEN, BREAK]) {
    const token = vocabulary.find(mark);
    if (token !== undefined) bias[token] = biasOfMark(token, recent.get(token) ?? 0, document, sample);
  }
  if (!knowsLanguage) return bias;
  const groups = PRONOUN_GROUPS.map((words) => {
    const tokens = words.flatMap((word) => vocabulary.find(word) ?? []);
    const here = tokens.reduce((sum, token) => sum + (recent.get(token) ?? 0), 0);
    const there = tokens.reduce((sum, token) => sum + sample.countOf(token), 0);
    return { tokens, here, there };
  });
  const hereTotal = groups.reduce((sum, group) => sum + group.here, 0);
  const thereTotal = groups.reduce((sum, group) => sum + group.there, 0);
  for (const { tokens, here, there } of groups) {
    // Smoothed with three extra pronouns, distributed as in the sample.
    const expected = (there + 1) / (thereTotal + PRONOUN_GROUPS.length);
    const ratio = (here + 3 * expected) / (hereTotal + 3) / expected;
    for (const token of tokens) bias[token] = Math.min(4, Math.max(0.03, ratio));
  }
  return bias;
}

/** Adapts the frequency of dialogue and of paragraph breaks to the document's. */
function biasOfMark(token: number, here: number, document: TextIndex, sample: TextIndex): number {
  const length = Math.min(document.length, RECENT_TOKENS);
  const expected = (length * (sample.countOf(token) + 1)) / (sample.length + 1);
  // Smoothed with two extra marks on both sides.
  return Math.min(3, Math.max(0.05, (here + 2) / (expected + 2)));
}

/** True if a token fits the script of a document, and is of a kind that can be generated without further context. */
export function isAllowed(word: string, kind: TokenKind, glyphs: boolean): boolean {
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

/** True if the end of a document is in the sample's language, or too short to be continued without the sample. */
export function isFamiliar(document: TextIndex): boolean {
  if (document.length < ENOUGH_TO_STAND_ALONE) return true;
  let words = 0;
  let known = 0;
  for (let at = Math.max(0, document.length - RECENT_TOKENS); at < document.length; at += 1) {
    const token = document.tokenAt(at);
    const kind = document.vocabulary.kindOf(token);
    if (kind !== 'word' && kind !== 'glyph') continue;
    words += 1;
    if (token < document.vocabulary.offset) known += 1;
  }
  return words === 0 || known / words >= FAMILIAR_SHARE;
}

/** Returns true if most of the end of a document is in a script that is written without spaces. */
export function endsInGlyphs(document: TextIndex): boolean {
  let words = 0;
  let glyphs = 0;
  for (let at = Math.max(0, document.length - RECENT_TOKENS); at < document.length; at += 1) {
    const kind = document.vocabulary.kindOf(document.tokenAt(at));
    if (kind === 'word') words += 1;
    if (kind === 'glyph') glyphs += 1;
  }
  return glyphs > words;
}
