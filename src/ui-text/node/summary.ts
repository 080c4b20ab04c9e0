/** The summary of one text, in the Node tab. */

export const SUMMARY = 'Summary';
export const SUMMARY_HINT =
  'Stands for this text where an agent has no room for more. The model that you pick for summaries writes one; what you write here stays.';
/** Of a fold without a text. */
export const NO_SUMMARY = 'none';
/** Saving failed, and is tried again. */
export const SUMMARY_NOT_SAVED = 'This summary is not saved yet. Saving is retried every two seconds.';
