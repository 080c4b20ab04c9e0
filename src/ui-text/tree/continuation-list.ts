/** Actions on the continuations of a place, one or all, and remarks in their list. */

export const CONTINUATIONS = 'Continuations';
export const CONTINUATIONS_HERE = 'Continuations here';
/** The same in a conversation. */
export const ALTERNATIVES_HERE = 'Alternatives here';

export const PREVIEW = 'Preview';
export const PRUNE = 'Set aside';
export const PRUNE_OTHERS = 'Set aside all others';
export const RETRY_ALL = 'Retry all';
export const DISMISS_ALL = 'Close all';
/** Ends one of those that are being written. Not “Stop”: that name belongs to the button that stops them all. */
export const END_ONE = 'End';
/** Before what it shows the details of. */
export const DETAILS_OF = 'Details of';

/** The groups of the menu of a continuation. */
export const READING = 'Reading';
export const PRUNING = 'Setting aside';
export const PRUNED_CONTINUATION = 'Continuation set aside';

/** @param place `2 of 5` */
export function continuationAt(place: string): string {
  return `Continuation ${place}`;
}

export function restoreText(text: string): string {
  return `Bring back “${text}”`;
}

export function keepOnly(number: number, count: number): string {
  return `Keep ${number} of ${count}, and set the rest aside. Undo brings them back.`;
}

export function prunedText(count: number): string {
  return `${count} set aside`;
}

/** @param number of the one that has the same text */
export function sameAsText(number: number): string {
  return `Same as ${number}`;
}

export const PREVIEWED = 'preview';
export const BEING_COMPARED = 'comparing';

/** `2 of 5 ready`, while several are being written. */
export function readyOf(done: number, total: number): string {
  return `${done} of ${total} ready`;
}

export const ALL_PRUNED = 'All continuations here are set aside. Nothing is lost.';
export const NO_CONTINUATIONS = 'No continuations here yet. Generate asks for some.';
/** The same in a conversation. */
export const ALL_ALTERNATIVES_PRUNED = 'All alternatives here are set aside. Nothing is lost.';
export const NO_REPLIES = 'No replies here yet.';
export const ONLY_PREVIEWED = 'This grove is read-only: continuations can only be previewed.';
/** The same in a conversation, which shows no previews. */
export const ONLY_READ = 'This grove is read-only: alternatives cannot be chosen.';

/** @param count of the continuations, none of which contains the words */
export function noneContains(count: number, words: string): string {
  return `${count === 0 ? 'Nothing here' : `None of ${count}`} contains “${words}”. Press Escape to show all.`;
}

export const FILTER_CONTINUATIONS = 'Filter continuations';
/** The same in a conversation. */
export const FILTER_ALTERNATIVES = 'Filter alternatives';
export const FILTER_PLACEHOLDER = 'Words or an author';
export const SHOW_ALL_CONTINUATIONS = 'Show all continuations';
/** The same in a conversation. */
export const SHOW_ALL_ALTERNATIVES = 'Show all alternatives';
export const SHOW_ALL_HINT = 'Show all (Esc)';

/** Mark of an empty text in a list. */
export const EMPTY_TEXT = 'Empty';
export const WHITE_SPACE = 'White space';

/** Said when there is nothing to switch to. */
export const NO_OTHERS = 'There are no others here.';
