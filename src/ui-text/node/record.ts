/** The record of an answer: the request, and the response. */
import type { RefusedFields } from '../../core/answers/refused-fields.ts';
import { countOf } from '../plural.ts';
import { sentInstead } from '../settings/providers.ts';

export const RECORD = 'Record of the answer';
export const RECORD_MISSING = 'The record is not in this grove.';
export const ANSWER_MISSING = 'The answer itself is not in this copy; its hash is.';

export const RECORD_FACTS = {
  provider: 'Provider',
  model: 'Model',
  request: 'Request',
  requested: 'Requested',
  took: 'Took',
  tokens: 'Tokens',
  sent: 'Sent otherwise',
  prompt: 'Prompt',
  hash: 'SHA-256',
} as const;

/** Data that the provider did not give. */
export const NOT_GIVEN = 'not given';
export const NOT_TOLD = 'not told';

/** States of the prompt: whether the tree still has the sent text. */
export const PROMPT_STATES = {
  rebuilt: 'the tree reproduces exactly what was sent',
  missing: 'part of what was sent is not in this grove',
  other: 'the tree no longer reproduces what was sent',
} as const;

export const PARAMETERS_OF_REQUEST = 'Parameters of the request';
export const HEADERS_OF_ANSWER = 'Headers of the answer';
export function answerAsReceived(bytes: number): string {
  return `The answer as received, ${bytes.toLocaleString('en')} bytes`;
}
/** After as much of it as is shown. */
export const REST_IS_IN_GROVE = '… (the rest is in the grove)';

/** Fields of a request that were not sent as planned, because the service refuses them; empty for none. */
export function sentOtherwiseText(fields: RefusedFields): string {
  return Object.entries(fields).map(sentInstead).join(', ');
}

/** `12 read`. */
export function tokensRead(count: number): string {
  return `${count.toLocaleString('en')} read`;
}
/** `50 written`. */
export function tokensWritten(count: number): string {
  return `${count.toLocaleString('en')} written`;
}

/** `30 for thinking`; most services count them as written too. */
export function tokensThought(count: number): string {
  return `${count.toLocaleString('en')} for thinking`;
}

/** `340 ms`, `1.25 s`. @param duration milliseconds */
export function durationText(duration: number): string {
  if (duration < 1_000) return `${Math.round(duration)} ms`;
  return `${(duration / 1_000).toLocaleString('en', { maximumFractionDigits: 2 })} s`;
}

/** The heading of the list of answers that parts of a text are from (`edits.md`, *Rewrites and bridges*). */
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
