/** The Sent tab: what the next request would send, and what it leaves out. */
import { countOf, plural } from '../plural.ts';

export const NEXT_REQUEST = 'The next request';
export const NO_MODEL = 'This grove has no model to send to.';
/** The recipient of the request. */
export const TO = 'To';

/** @param reason a sentence */
export function notRead(reason: string): string {
  return `The next request could not be read. ${reason}`;
}

interface RequestSize {
  /** Tokens of the request. */
  readonly tokens: number;
  /** Tokens that the model has room for; null if unknown. */
  readonly window: number | null;
  /** Number of them that are reserved for the answer. */
  readonly reserve: number;
}

/** `about 3,400 of 8,192 tokens; 50 reserved for the answer`. */
export function sizeOfRequest({ tokens, window, reserve }: RequestSize): string {
  const sent = window === null ? '' : ` of ${window.toLocaleString('en')}`;
  return `about ${tokens.toLocaleString('en')}${sent} tokens; ${reserve.toLocaleString('en')} reserved for the answer`;
}

export const SIZE_UNKNOWN = 'The model’s context size is unknown, so everything is sent.';

export function tooLong(tokens: number): string {
  return `Nothing would be sent: it is about ${countOf(tokens, 'token')} too long.`;
}

/** Spaces at the end of the text. */
export function spacesNotSent(count: number): string {
  return `${countOf(count, 'space')} at the end of the text ${plural(count, 'is', 'are')} not sent.`;
}

export const WHAT_IS_SENT = 'What is sent';
export const WHAT_WOULD_BE_SENT = 'What would have to be sent';
export const NOTHING_YET = 'Nothing yet: there is no text here.';

/** A long piece of it. */
export const FOLD = 'Fold';
export function foldedWords(words: number): string {
  return `… ${countOf(words, 'word')} …`;
}
export function showWhole(words: number): string {
  return `Show the whole text: ${countOf(words, 'word')} folded`;
}

export const NOT_SENT = 'Not sent';

/** The length of a passage. @param parts how many nodes or messages it is in */
export function passageLength(words: number, parts: number, ofWhat: 'passages' | 'messages'): string {
  return `${countOf(words, 'word')}${parts > 1 ? ` of ${parts} ${ofWhat}` : ''}`;
}

/** Passages that are not listed. */
export function morePassages(count: number, words: number): string {
  return `And ${countOf(count, 'more passage')}, ${countOf(words, 'word')}.`;
}

/** Announced when the text outgrows what fits. */
export function wordsLeftOut(words: number): string {
  return `The text no longer fits: ${countOf(words, 'word')} ${plural(words, 'is', 'are')} left out of what is sent.`;
}
export function tokensTooMany(tokens: number): string {
  return `The text no longer fits: about ${countOf(tokens, 'token')} too many. Nothing would be sent.`;
}
