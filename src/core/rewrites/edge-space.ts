/** What white space belongs between an answer and the page, on either side (`edits.md`, *Rewrites and bridges*). */
import { isSpaceDecided, needsSpace } from '../answers/word-space.ts';
import type { ReplacedText } from './replaced-part.ts';

/** The texts around an answer, and what it replaces: nothing, if it is a bridge. */
export interface AnswerPlace extends ReplacedText {
  /** Whether a chat model answers: it may repeat the page or wrap its answer, and line ends around it mean nothing. */
  readonly isChat: boolean;
}

/** The white space on one side. */
export interface Edge {
  /** White space that the replaced text had there. */
  readonly kept: string;
  readonly space: '' | ' ';
  /** How much of the answer's own white space stays, next to its text. UTF-16 code units. */
  readonly own: number;
}

/** Both sides. */
export interface Edges {
  /**
   * @param space white space at the beginning of the answer
   * @param body what has been read after it
   * @param isEnd whether that is all
   * @returns null while what follows decides
   */
  lead(space: string, body: string, isEnd: boolean): Edge | null;
  /** @param end of the text, @param space white space after it */
  trail(end: string, space: string): Edge;
}

const NO_SPACE: Edge = { kept: '', space: '', own: 0 };
/** No space belongs before these. */
const CLOSES = /^[.,;:!?…)\]}”’»،؛؟。、，！？：；」』]/u;
/** As much of the page as decides about a space after it, and before it. UTF-16 code units. */
const PAGE_LENGTH = 4_000;
const FOLLOWING_LENGTH = 100;

/**
 * A replaced text keeps the white space at its ends. A bridge has one space where words meet, and none before closing
 * punctuation or beside white space of the page; a base model's keeps line ends where the page has none. Selected white
 * space stays, and the text is joined to it like a bridge.
 * @param mayAddSpace whether a space may be added before the answer: not after a repetition, which brings its own
 */
export function edgesOf(place: AnswerPlace, mayAddSpace: () => boolean): Edges {
  const { before, replaced, after, isChat } = place;
  const ink = replaced.trimStart();
  if (ink !== '') {
    const kept = replaced.slice(0, replaced.length - ink.length);
    const keptAfter = ink.slice(ink.trimEnd().length);
    return {
      lead: () => ({ ...NO_SPACE, kept }),
      trail: () => ({ ...NO_SPACE, kept: keptAfter }),
    };
  }
  const page = before.slice(-PAGE_LENGTH) + replaced;
  return {
    lead: (space, body, isEnd) => {
      const edge = leadOfBridge(page, space, body, { isChat, mayAddSpace: mayAddSpace(), isEnd });
      return edge && { ...edge, kept: replaced };
    },
    trail: (end, space) => trailOfBridge(after, end, space, isChat),
  };
}

interface LeadOptions {
  readonly isChat: boolean;
  readonly mayAddSpace: boolean;
  readonly isEnd: boolean;
}

function leadOfBridge(page: string, space: string, body: string, options: LeadOptions): Edge | null {
  if (page === '') return NO_SPACE;
  const lineEnd = space.indexOf('\n');
  if (!options.isChat && lineEnd >= 0 && !endsInLineEnd(page))
    return { ...NO_SPACE, own: space.length - lineEnd };
  if (/\s$/.test(page.slice(-1))) return NO_SPACE;
  if (isSpaceInLine(space.slice(-1))) return { ...NO_SPACE, own: CLOSES.test(body) ? 0 : 1 };
  if (!options.mayAddSpace) return NO_SPACE;
  if (!options.isEnd && !isSpaceDecided(body)) return null;
  return { ...NO_SPACE, space: needsSpace(page, body) ? ' ' : '' };
}

function trailOfBridge(after: string, end: string, space: string, isChat: boolean): Edge {
  if (after === '') return NO_SPACE;
  const lineEnds = space.lastIndexOf('\n') + 1;
  if (!isChat && lineEnds > 0 && !/^[^\S\n]*\n/.test(after)) return { ...NO_SPACE, own: lineEnds };
  if (/^\s/.test(after)) return NO_SPACE;
  if (isSpaceInLine(space.slice(0, 1))) return { ...NO_SPACE, own: CLOSES.test(after) ? 0 : 1 };
  return { ...NO_SPACE, space: needsSpace(end, after.slice(0, FOLLOWING_LENGTH)) ? ' ' : '' };
}

/** Whether a page ends in a line end, whatever spaces are after it. */
function endsInLineEnd(page: string): boolean {
  let at = page.length;
  while (at > 0 && isSpaceInLine(page.charAt(at - 1))) at -= 1;
  return page.charAt(at - 1) === '\n';
}

function isSpaceInLine(character: string): boolean {
  return /[^\S\n]/.test(character);
}
