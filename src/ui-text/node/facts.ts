/** The facts about a text: who wrote it and when, and whether it is as it was written. */
import type { LeftOut, LeftOutKind } from '../../core/answers/left-out.ts';
import { countOf } from '../plural.ts';

export const FACTS = {
  author: 'Author',
  model: 'Model',
  written: 'Written',
  continuation: 'Continuation',
  sibling: 'Alternative',
  version: 'Version',
  ended: 'Ended',
  leftOut: 'Left out',
  context: 'Context',
  integrity: 'Integrity',
  id: 'Id',
} as const;

const LEFT_OUT: Readonly<Record<LeftOutKind, string>> = {
  thinking: 'thinking, between its marks',
  remark: 'a remark about the answer',
  wrapping: 'what stood around all of it',
  name: 'the agent’s own name',
  repetition: 'a repetition of the text before',
  endToken: 'a token that ends an answer',
  stop: 'the stop sequence, or its beginning',
};

/** Summary of a part of an answer that was left out of the text. */
export function leftOutSummary({ kind, place, text }: LeftOut): string {
  const length = text.trim().length;
  return `${place === 'before' ? 'before' : 'after'} it, ${LEFT_OUT[kind]}: ${countOf(length, 'character')}`;
}

/** Places of the text. */
export const THE_BEGINNING = 'The beginning';
export const NOT_ON_PATH = 'Not on the path';
export function nodeNumber(number: number, count: number): string {
  return `Passage ${number} of ${count}`;
}

export const NOTES_OF_TREE = 'There is no text here yet. Notes here are about the whole tree.';
export const NO_NODE_YET = 'There is no text here yet.';

export const SENT_TO_MODELS = 'sent to models';
export const NOT_SENT_TO_MODELS = 'not sent to models';
export const INCLUDE = 'Include';
export const EXCLUDE = 'Exclude';
export const NOTHING_TO_EXCLUDE = 'There is nothing to exclude here.';
export const NO_OTHER_VERSION = 'This text has no other version.';

export const EXPORT_RECORD = 'Export record…';

/** Ends of answers. */
export const FINISHED = {
  stop: 'complete',
  length: 'reached the requested length',
  content_filter: 'cut off by the provider’s filter',
  stopped: 'stopped by the writer',
  interrupted: 'interrupted; what had arrived is kept',
} as const;

/** Verdicts on the integrity of the text. */
export const VERDICTS = {
  valid: 'Unchanged',
  invalid: 'Changed since it was written',
  incomplete: 'Cannot be verified',
} as const;

export function authorshipInferred(characters: number): string {
  return `The authorship of ${countOf(characters, 'character')} was not tracked; it is inferred from a comparison.`;
}

/** The summary of one text, in the Passage tab. */
export const SUMMARY = 'Summary';
export const SUMMARY_HINT =
  'Stands for this text where an agent has no room for more. The model that you pick for summaries writes one; what you write here stays.';
/** Mark of a fold without a text. */
export const NO_SUMMARY = 'none';
/** Saving failed, and is tried again. */
export const SUMMARY_NOT_SAVED = 'This summary is not saved yet. Saving is retried every two seconds.';
