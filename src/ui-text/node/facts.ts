/** The facts about a text: who wrote it and when, and whether it is as it was written. */
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

/** What the beginning of an answer was, of which nothing is in the text. */
export function leftOutSummary(length: number): string {
  return `the first ${length.toLocaleString('en')} characters of the answer: a repetition, or a remark`;
}

/** Where the text is. */
export const THE_BEGINNING = 'The beginning';
export const NOT_ON_PATH = 'Not on the path';
export function nodeNumber(number: number, count: number): string {
  return `Node ${number} of ${count}`;
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

/** How an answer ended. */
export const FINISHED = {
  stop: 'complete',
  length: 'reached the requested length',
  content_filter: 'cut off by the provider’s filter',
  stopped: 'stopped by the writer',
  interrupted: 'interrupted; what had arrived is kept',
} as const;

/** Whether the text is as it was written. */
export const VERDICTS = {
  valid: 'Unchanged',
  invalid: 'Changed since it was written',
  incomplete: 'Cannot be verified',
} as const;

export function authorshipInferred(characters: number): string {
  return `The authorship of ${countOf(characters, 'character')} was not tracked; it is inferred from a comparison.`;
}
