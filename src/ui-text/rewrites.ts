/** The texts of rewrites and bridges (`edits.md`, *Rewrites and bridges*). */
import type { TrimmedText } from '../core/answers/left-out.ts';
import { countOf, listOf, plural } from './plural.ts';
import { withKey } from './window/buttons.ts';

export const SHORTER = 'Shorter';
export const EXPAND = 'Expand';
/** Command for a bridge between the text before and the text after. */
export const FROM_HERE_TO_THERE = 'Continue from here to there';

/** The instructions that are offered until the writer has a list of their own. */
export const REWRITE_INSTRUCTIONS: readonly string[] = [
  SHORTER,
  EXPAND,
  'Plainer',
  'In her voice',
  FROM_HERE_TO_THERE,
];

/** Names of the bar by its purpose. */
export const REWRITE_NAMES = { rewrite: 'Rewrite', bridge: 'Bridge', fence: 'Prompt' } as const;

export const INSTRUCTION_PLACEHOLDERS = {
  rewrite: 'How should it read?',
  bridge: 'What should happen here?',
} as const;

/** The text as it was before any answer. */
export const ORIGINAL = 'Original';
/** The text that a bridge replaces. */
export const NOTHING_BETWEEN = 'Nothing in between.';
export const KEEP = 'Keep';
export const ASK_AGAIN = 'Ask again';
export const CHANGES = 'Changes';
/** Something was taken off an answer; pressing it puts that back. */
export const TRIMMED = 'Trimmed';
export const PUT_BACK = 'Put back what was trimmed of the answer';
export const NOTHING_TRIMMED = 'Nothing of this answer is left to put back.';
/** The tooltip of that button: what pressing it puts back. @param key empty for none */
export function trimmedHint({ before, after }: TrimmedText, key: string): string {
  const parts = [before, after]
    .map((text) => text.trim().replaceAll(/\s+/g, ' '))
    .filter((text) => text !== '');
  const words = `Put back: ${parts.join(' … ')}`;
  return key === '' ? words : withKey(words, key);
}

/** Below the answers; empty if neither command has a key. */
export function stepKeys(...keys: readonly string[]): string {
  const set = keys.filter((key) => key !== '');
  return set.length === 0 ? '' : `${listOf(set)} ${plural(set.length, 'steps', 'step')} through.`;
}

/** Name of an answer's state, beside its own; a complete one needs no word. */
export const ANSWER_STATES = {
  waiting: 'waiting',
  thinking: 'thinking',
  streaming: 'writing…',
  saving: 'saving',
  done: '',
  stopped: 'stopped',
  failed: 'failed',
  empty: 'empty',
} as const;

export const SAYS_THE_SAME = 'Says the same.';
export const ANSWER_EMPTY = 'No text arrived.';

export const NOTHING_TO_REWRITE = 'Select the words to rewrite.';
export const NO_AGENT_CHOSEN = 'Choose an agent first.';
export const NO_ANSWERS_YET = 'There is no answer yet.';
export const PASSAGE_AWAY =
  'The path no longer goes through this passage. Its answers are among its versions.';
export const PASSAGE_TOO_LONG =
  'This does not fit the context of an agent. Nothing was changed: select less, or choose an agent with a longer context.';
export const PASSAGE_EMPTY = 'Nothing is left of this passage. Its answers are among its versions.';

type Kind = keyof typeof REWRITE_NAMES;

const ANSWERS = { rewrite: 'rewrite', bridge: 'bridge', fence: 'result' } as const;

export function answersReady(kind: Kind, count: number): string {
  return `${countOf(count, ANSWERS[kind])} ${plural(count, 'is', 'are')} ready.`;
}

export function answerFailed(kind: Kind, reason: string): string {
  return `A ${ANSWERS[kind]} failed. ${reason}`;
}

/** Announced when an answer is shown in the text. @param text its beginning */
export function answerShown(number: number, count: number, agent: string, text: string): string {
  return `${number} of ${count}, by ${agent}: ${text}`;
}

/** Announced when a request is made. */
export function answersAsked(kind: Kind, count: number): string {
  return `${countOf(count, ANSWERS[kind])} asked for.`;
}

/** The bar was closed before everything had arrived. */
export function stillWriting(kind: Kind): { readonly sentence: string; readonly detail: string } {
  return {
    sentence: `The ${ANSWERS[kind]} is still being written.`,
    detail: 'What arrives will be among the versions of this text.',
  };
}

/** The action of a notice that shows what arrived. */
export const SHOW_ANSWERS = 'Show';

/** Notice of answers that arrived after the bar was closed. */
export function arrivedSince(
  kind: Kind,
  count: number,
): { readonly sentence: string; readonly detail: string } {
  return {
    sentence: answersReady(kind, count),
    detail: `${plural(count, 'It is', 'They are')} among the versions of the text.`,
  };
}

/** The bar. */
export const ANSWERS_LABEL = 'Answers';
export const INSTRUCTION = 'Instruction';
export const INSTRUCTIONS = 'Instructions';
/** @param number of the answer, as on its button */
export const putBackOf = (number: string) => `Trimmed: put back in ${number}`;
/** @param number of the answer, as on its button */
export const retryAnswer = (number: string) => `Retry ${number}`;
