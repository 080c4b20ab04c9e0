/** Reads a model's answer for a part of the page, while it streams (`edits.md`, *Rewrites and bridges*). */
import { AnswerUnwrapper, hasQuotes } from '../answers/answer-wrapping.ts';
import { AnswerFraming, withoutFraming } from '../answers/framing.ts';
import { endRepeat, openRepeat, type RepeatState, trimRepeat } from '../answers/repeat.ts';
import { isSpaceDecided, needsSpace } from '../answers/word-space.ts';
import { trimPrompt } from '../context/seam.ts';
import type { Seam } from '../tree/tree-node.ts';
import { AnswerEnd } from './answer-end.ts';
import type { AnswerRange } from './divide-answer.ts';
import type { ReplacedText } from './offer-replacement.ts';

/** Length of the page that is searched for dialogue, and of a text that repeats the page. UTF-16 code units. */
const NEARBY = 4_000;

/** The joins of an answer to the page on both sides, with the range of its text in it: one range, or none. */
export interface ReplacementSeam extends Seam {
  readonly ranges: readonly AnswerRange[];
}

/**
 * Reads an answer as the text that replaces a part of the page: without what a chat model wraps around it, repeats of
 * the text before, and continuations of the text after; with the white space that belongs around it. Empty if the
 * answer is blank: then nothing is replaced. Chunks are of whole characters with line ends as `\n`, and make no other
 * difference.
 */
export class ReplacementReader {
  readonly #promptTrimmed: number;
  /** Null where the text itself may have such sentences. */
  readonly #framing: AnswerFraming | null;
  readonly #unwrapper: AnswerUnwrapper;
  readonly #end: AnswerEnd;
  readonly #edges: AnswerEdges;
  #repeat: RepeatState | null;
  /** UTF-16 code units of the answer read so far. */
  #read = 0;

  constructor(place: AnswerPlace) {
    const { before, replaced, after, isChat } = place;
    this.#promptTrimmed = trimPrompt(before).spaces.length;
    const isBridge = replaced.trim() === '';
    // A line of dialogue is a bridge between others.
    const quotable = isBridge ? before.slice(-NEARBY) + after.slice(0, NEARBY) : replaced;
    this.#framing = isChat && withoutFraming(replaced) === replaced ? new AnswerFraming() : null;
    this.#unwrapper = new AnswerUnwrapper({
      fences: isChat && !replaced.includes('```'),
      quotes: isChat && !hasQuotes(quotable),
    });
    this.#repeat = isChat ? openPageRepeat(before, replaced) : null;
    this.#end = new AnswerEnd(after, replaced);
    this.#edges = new AnswerEdges(
      edgesOf(place, () => (this.#repeat?.trimmed ?? 0) === 0),
      stopAfter(replaced, after),
    );
  }

  /** True if nothing that still arrives belongs to the answer. */
  get isOver(): boolean {
    return this.#unwrapper.isOver || this.#end.isOver;
  }

  /** Reads on. @returns text to show, which may be empty or arrive with a later chunk */
  read(chunk: string): string {
    this.#read += chunk.length;
    return this.isOver ? '' : this.#readFramed(this.#framing === null ? chunk : this.#framing.read(chunk));
  }

  /** The end of the answer. @returns the rest of the held text, with white space after it */
  end(): string {
    const held = this.isOver ? '' : this.#readFramed(this.#framing?.end() ?? '');
    const last = this.#end.read(this.#trimRepeat(this.#unwrapper.end()) + this.#endRepeat());
    return held + this.#edges.read(last + this.#end.end()) + this.#edges.end();
  }

  /** Text trimmed and added so far. */
  get seam(): ReplacementSeam {
    const { lead, trail, length } = this.#edges;
    const framing = this.#framing?.trimmed ?? 0;
    const from = framing + this.#unwrapper.trimmed + (this.#repeat?.trimmed ?? 0) + this.#edges.trimmed;
    // White space alone is not worth reporting, and the end of an answer that is over was not read.
    const isTrimmedAfter =
      ((this.#framing?.trimmedAfter ?? 0) > 0 || this.#unwrapper.isUnquoted) && !this.isOver;
    return {
      promptTrimmed: this.#promptTrimmed,
      answerTrimmed: from,
      ...(isTrimmedAfter ? { answerTrimmedAfter: this.#read - from - length } : {}),
      ...(lead?.space === ' ' ? { spaceAdded: true } : {}),
      ...(trail?.space === ' ' ? { spaceAddedAfter: true } : {}),
      ranges:
        lead === null || length === 0
          ? []
          : [{ from, to: from + length, at: lead.kept.length + lead.space.length }],
    };
  }

  #readFramed(chunk: string): string {
    return this.#edges.read(this.#end.read(this.#trimRepeat(this.#unwrapper.read(chunk))));
  }

  #trimRepeat(chunk: string): string {
    if (this.#repeat === null) return chunk;
    const { state, text } = trimRepeat(this.#repeat, chunk);
    this.#repeat = state;
    return text;
  }

  #endRepeat(): string {
    if (this.#repeat === null) return '';
    const { state, text } = endRepeat(this.#repeat);
    this.#repeat = state;
    return text;
  }
}

/** Null if the replaced text itself begins as the text before it ends: a refrain is not a repetition. */
function openPageRepeat(before: string, replaced: string): RepeatState | null {
  const opened = openRepeat(before.trimEnd(), false);
  const own = endRepeat(trimRepeat(opened, replaced.slice(0, NEARBY)).state).state;
  return own.trimmed > 0 ? null : opened;
}

// Trims white space at both ends of an answer, and adds the proper white space around it, while it streams.

/** As much of the end of a text as decides about a space after it. UTF-16 code units. */
const END_LENGTH = 8;
/** Marks that do not stand twice. */
const STOPS = '.,;:!?';

/** The stop that follows an answer on the page, unless the replaced text has it too; empty if there is none. */
function stopAfter(replaced: string, after: string): string {
  const stop = after.charAt(0);
  return STOPS.includes(stop) && !replaced.trimEnd().endsWith(stop) ? stop : '';
}

/**
 * Reads an answer and gives it the white space around it. An answer without ink is empty. A stop at its end that the page
 * has next is left out.
 */
class AnswerEdges {
  readonly #edges: Edges;
  readonly #stop: string;
  /** White space at the beginning, with text that does not decide about it; later a stop and white space at the end. */
  #held = '';
  #lead: Edge | null = null;
  #trail: Edge | null = null;
  #trimmed = 0;
  #length = 0;
  #end = '';

  /** @param stop which the page has after the answer; empty if it has none */
  constructor(edges: Edges, stop: string) {
    this.#edges = edges;
    this.#stop = stop;
  }

  /** UTF-16 code units trimmed at the beginning. */
  get trimmed(): number {
    return this.#trimmed;
  }

  /** Length of the shown part of the answer, in UTF-16 code units. */
  get length(): number {
    return this.#length;
  }

  /** The white space before what is shown of the answer; null until something is. */
  get lead(): Edge | null {
    return this.#lead;
  }

  /** The same after it; null before the end. */
  get trail(): Edge | null {
    return this.#trail;
  }

  /** Reads on. @returns text to show, which may be empty or arrive with a later chunk */
  read(chunk: string): string {
    if (this.#lead !== null) return this.#continue(chunk);
    this.#held += chunk;
    return chunk.trim() === '' ? '' : this.#start(false);
  }

  /** The end of the answer. @returns the rest of the held text, and the white space after it */
  end(): string {
    const start = this.#lead === null ? this.#start(true) : '';
    if (this.#lead === null) return '';
    // The page begins with the stop, without white space.
    const isStop = this.#stop !== '' && this.#held.startsWith(this.#stop);
    this.#trail = this.#edges.trail(this.#end, isStop ? '' : this.#held);
    const own = this.#held.slice(0, this.#trail.own);
    this.#length += own.length;
    return start + own + this.#trail.space + this.#trail.kept;
  }

  #start(isEnd: boolean): string {
    const body = this.#held.trimStart();
    if (body === '') return '';
    const space = this.#held.slice(0, this.#held.length - body.length);
    const lead = this.#edges.lead(space, body, isEnd);
    if (lead === null) return '';
    this.#lead = lead;
    this.#trimmed = space.length - lead.own;
    const text = this.#held.slice(this.#trimmed);
    this.#held = '';
    return lead.kept + lead.space + this.#continue(text);
  }

  #continue(chunk: string): string {
    if (chunk.trim() === '') {
      this.#held += chunk;
      return '';
    }
    const text = this.#held + chunk;
    let length = text.trimEnd().length;
    const isStop = this.#stop !== '' && text.charAt(length - 1) === this.#stop;
    if (isStop && this.#length + text.slice(0, length - 1).trim().length > 0) length -= 1;
    const shown = text.slice(0, length);
    this.#held = text.slice(length);
    this.#length += length;
    this.#end = (this.#end + shown.slice(-END_LENGTH)).slice(-END_LENGTH);
    return shown;
  }
}

// White space between an answer and the page, on either side (`edits.md`, *Rewrites and bridges*).

/** The texts around an answer, and the text it replaces: none for a bridge. */
export interface AnswerPlace extends ReplacedText {
  /** A chat model answers: it may repeat the page or wrap its answer, and line ends around it mean nothing. */
  readonly isChat: boolean;
}

/** The white space on one side. */
interface Edge {
  /** White space that the replaced text had there. */
  readonly kept: string;
  readonly space: '' | ' ';
  /** UTF-16 code units of the answer's own white space kept next to its text. */
  readonly own: number;
}

/** Both sides. */
interface Edges {
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
function edgesOf(place: AnswerPlace, mayAddSpace: () => boolean): Edges {
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

/** Returns true if a page ends in a line end, whatever spaces follow it. */
function endsInLineEnd(page: string): boolean {
  let at = page.length;
  while (at > 0 && isSpaceInLine(page.charAt(at - 1))) at -= 1;
  return page.charAt(at - 1) === '\n';
}

function isSpaceInLine(character: string): boolean {
  return /[^\S\n]/.test(character);
}
