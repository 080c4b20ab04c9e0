/** The texts about suggestions in a manuscript and about deciding on them (`edits.md`, *In the manuscript*). */
import { countOf, plural } from '../plural.ts';

export const SUGGESTIONS_TAB = 'Suggestions';

export const SUGGESTION_BUTTONS = {
  accept: 'Accept',
  reject: 'Reject',
  edit: 'Edit',
  next: 'Next suggestion',
  previous: 'Previous suggestion',
  close: 'Close',
  useSuggestion: 'Use suggestion',
  keepMine: 'Keep mine',
  askAgain: 'Ask again',
  show: 'Show',
  stop: 'Stop',
  dismiss: 'Close',
  undo: 'Undo',
} as const;

/** The titles of commands that have no button of the same name. */
export const SUGGESTION_COMMANDS = {
  accept: 'Accept the suggestion',
  reject: 'Reject the suggestion',
  edit: 'Edit the suggestion',
  acceptAll: 'Accept all suggestions of this edit',
  rejectAll: 'Reject all suggestions of this edit',
  tab: 'Suggestions tab',
  close: 'Close the suggestions bar',
  ask: 'Ask for an edit…',
  closeAsk: 'Close the bar for an edit',
} as const;

/** As `Accept all 5`; `Accept` for the only one. */
export function acceptAll(count: number): string {
  return count === 1 ? SUGGESTION_BUTTONS.accept : `Accept all ${count}`;
}

/** `Reject all`; `Reject` for the only one. */
export function rejectAll(count: number): string {
  return count === 1 ? SUGGESTION_BUTTONS.reject : 'Reject all';
}

/** The toolbar's name. */
export function toolbarName(number: number, count: number, agent: string): string {
  return `Suggestion ${number} of ${count} by ${agent}`;
}

/** The toolbar's name while none of them is the current one. */
export function suggestionsLeft(count: number): string {
  return `${countOf(count, 'suggestion')} left`;
}

/** The number of one of several agents' suggestions at one place. */
export function placeText(number: number, count: number): string {
  return `${number} of ${count} here`;
}

export const UNSURE = 'The agent saw other words here, so this is not part of “Accept all”.';
export const CONFLICT = 'You have changed this since. Which words are to stand here?';

/** The three texts of a conflict. */
export const CONFLICT_TEXTS = { was: 'Was', yours: 'Yours', suggested: 'Suggested' } as const;
/** Mark of an empty text in a conflict. */
export const NO_TEXT = 'nothing';

export const NO_SUGGESTIONS_HERE = 'There are no suggestions in this text.';
export const NO_CURRENT_SUGGESTION = 'Go to a suggestion first.';

/** The longest text of a change that is read out, in UTF-16 code units. */
const MAX_SPOKEN = 160;

/** Announcement of a suggestion that the keyboard reaches. */
export function spokenSuggestion(name: string, { removed, inserted, isConflict }: SpokenChange): string {
  const parts = [
    ...(removed === '' ? [] : [`removes “${spoken(removed)}”`]),
    ...(inserted === '' ? [] : [`inserts “${spoken(inserted)}”`]),
  ];
  return `${name}: ${parts.join(', ')}${isConflict ? '. You have changed this since' : ''}.`;
}

interface SpokenChange {
  readonly removed: string;
  readonly inserted: string;
  readonly isConflict: boolean;
}

function spoken(text: string): string {
  const words = text.trim().replaceAll(/\s+/gu, ' ');
  return words.length <= MAX_SPOKEN ? words : `${words.slice(0, MAX_SPOKEN).trimEnd()}…`;
}

/** Announced when suggestions were decided. @param left how many are still to be decided */
export function decided(what: 'accepted' | 'rejected', count: number, left: number): string {
  const done = count === 1 ? capitalised(what) : `${count} ${what}`;
  return left === 0 ? `${done}. No suggestions left.` : `${done}. ${suggestionsLeft(left)}.`;
}

function capitalised(word: string): string {
  return `${word.charAt(0).toUpperCase()}${word.slice(1)}`;
}

/** An agent's edit arrived. */
export function arrived(agent: string, count: number): string {
  return `${agent} suggests ${countOf(count, 'change')}.`;
}

/** Suggestions of an agent that may edit by itself were accepted as they arrived. */
export function appliedOnArrival(
  agent: string,
  count: number,
): { readonly sentence: string; readonly detail: string } {
  return {
    sentence: `${agent} changed the text in ${countOf(count, 'place')}.`,
    detail: `${plural(count, 'It', 'They')} can be undone like anything you type.`,
  };
}

export const CHANGED_SINCE =
  'You have gone on writing since. Undo goes back step by step, to before the agent’s changes too.';

/** Tooltip of a suggestion. */
export function suggestionBy(agent: string, doubt: 'conflict' | 'unsure' | null): string {
  const more = { conflict: ': the text has changed', unsure: ', perhaps out of place' };
  return `Suggestion by ${agent}${doubt === null ? '' : more[doubt]}`;
}
