/** The sentences of which answer each part of a text is from (`edits.md`, *Rewrites and bridges*). */
import { countOf } from './plural.ts';

/** The heading of the list. */
export const PARTS_OF_THE_TEXT = 'Parts of the text';

const KINDS = {
  continuation: 'continuation',
  rewrite: 'rewrite',
  bridge: 'bridge',
  edit: 'edit by a command',
} as const;

type RunKind = keyof typeof KINDS;

/** The request of an answer. @param instruction in the writer's words; null or empty for none */
export function answerKind(kind: RunKind, instruction: string | null): string {
  return instruction === null || instruction === '' ? KINDS[kind] : `${KINDS[kind]}: “${instruction}”`;
}

/** Label of a part that no model wrote. */
export const NOT_AN_ANSWER = 'not from an answer';
/** A model's part whose answer is unknown. */
export const ANSWER_UNKNOWN = 'its answer is not known';

/** The button that shows the parts that a long list leaves out. */
export function showAllParts(count: number): string {
  return `Show all ${countOf(count, 'part')}`;
}
