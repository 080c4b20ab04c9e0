/** An agent's directive on the text of a snapshot (`edits.md`, *Directive*). */
import type { TextRange } from '../text/span.ts';

export const DIRECTIVE_ACTIONS = ['insert', 'replace', 'annotate', 'patch'] as const;
export type DirectiveAction = (typeof DIRECTIVE_ACTIONS)[number];

/** Names of a directive's fields; `document_version` has others too. */
export type DirectiveField =
  | 'action'
  | 'document_version'
  | 'diff'
  | 'content'
  | 'target_range'
  | 'selection_fingerprint'
  | 'rationale';

/** Names of `document_version`. The first one given counts. */
export const VERSION_FIELDS = ['document_version', 'snapshot_version', 'version', 'document_digest'] as const;

/** The longest rationale, in UTF-16 code units. */
export const MAX_RATIONALE_LENGTH = 500;

/** Text to put somewhere, or to note about it. */
export interface TextDirective {
  readonly action: 'insert' | 'replace' | 'annotate';
  /** A version or its beginning, in lower case; null for that agent's one open snapshot. */
  readonly version: string | null;
  readonly content: string;
  /** A range in the snapshot's text. Null for the caret (`insert`, where it is empty if given) or the selection. */
  readonly range: TextRange | null;
  /** SHA-256 of the range's text or its beginning, in lower case. */
  readonly fingerprint: string | null;
  /** Why, for the writer to read: plain text in one line. */
  readonly rationale: string | null;
}

/** Changes as a diff. */
export interface PatchDirective {
  readonly action: 'patch';
  /** A version or its beginning, in lower case. */
  readonly version: string;
  readonly diff: string;
  readonly rationale: string | null;
}

/** A rewritten passage: unlike the content of a `replace`, it is read with leniency (`edits.md`, *Reading a patch*). */
export interface PassageDirective {
  readonly action: 'replace';
  readonly isPassage: true;
  /** A version or its beginning, in lower case. */
  readonly version: string;
  /** The passage in the snapshot's text. */
  readonly range: TextRange;
  readonly content: string;
  readonly rationale: string | null;
}

export type Directive = TextDirective | PatchDirective;

/** A directive that proposes something: `annotate` does not. */
export type ProposingDirective =
  | PatchDirective
  | PassageDirective
  | (TextDirective & { readonly action: 'insert' | 'replace' });

/**
 * The fault of a field.
 *
 * - `not_object`: the directive itself is none (`field` is `action`).
 * - `unknown`: no such action.
 * - `missing`, `blank`, `forbidden`; `wrong_type`: not the kind of value that belongs there.
 * - `malformed`: not a version, not a fingerprint.
 * - `contradictory`: two names of the version, two versions.
 * - `reversed`: a range that ends before it begins; `not_empty`: a range to insert at that holds text.
 * - `too_long`: a rationale.
 * - `outside`: a range that is not in the snapshot; `splits_character`: one that divides a surrogate pair.
 */
export type DirectiveProblemCode =
  | 'not_object'
  | 'unknown'
  | 'missing'
  | 'blank'
  | 'forbidden'
  | 'wrong_type'
  | 'malformed'
  | 'contradictory'
  | 'reversed'
  | 'not_empty'
  | 'too_long'
  | 'outside'
  | 'splits_character';

/** The value expected there, or in place of a forbidden field. */
export type ExpectedValue =
  | 'object'
  | 'action'
  | 'version'
  | 'diff'
  | 'text'
  | 'range'
  | 'place'
  | 'fingerprint'
  | 'short_text';

/** One field that is invalid. `ui-text/proposals.ts` has the sentence. */
export interface DirectiveProblem {
  readonly field: DirectiveField;
  /** The field as it was sent, if it goes by another name. */
  readonly sentAs: string;
  readonly code: DirectiveProblemCode;
  readonly expected: ExpectedValue;
  /** Null if it is not known. */
  readonly action: DirectiveAction | null;
  /** The most or the length that was exceeded, in UTF-16 code units: of a rationale, of the snapshot. */
  readonly limit?: number;
}

const EXPECTED: Readonly<Record<ExpectedValue, string>> = {
  object: 'a JSON object with action',
  action: 'insert, replace, annotate or patch',
  version: 'the document_version of your snapshot, or 12 or more of its first digits',
  diff: 'the change as text in diff',
  text: 'the text in content',
  range: '{"start": 0, "end": 0}: whole numbers, in UTF-16 code units of the snapshot, start not after end',
  place:
    '{"start": 0, "end": 0}: twice the place in the snapshot, in UTF-16 code units; to put text in place of text, replace',
  fingerprint: 'the first 8 or more digits of the SHA-256 of the range’s text, or leave it out',
  short_text: 'a sentence as text, or leave it out',
};

/**
 * One invalid field of an agent's directive, and what to send instead, in one line without a final period: protocol that
 * models read (`edits.md`, *Directive*).
 */
export function directiveProblem(problem: DirectiveProblem): string {
  const { field, sentAs, code, expected, action, limit } = problem;
  if (code === 'not_object') return `a directive is ${EXPECTED.object}`;
  const what = WRONG[code](action ?? 'a directive', limit ?? 0);
  const isDefault = code === 'missing' && field === 'target_range';
  const hint = isDefault ? `${WITHOUT_DEFAULT[action ?? 'replace']}: ` : '';
  return `${sentAs} ${what}: ${hint}send ${EXPECTED[expected]}`;
}

/** Why a range that may be left out is missing. */
const WITHOUT_DEFAULT: Readonly<Record<DirectiveAction, string>> = {
  insert: 'the caret is not in the snapshot',
  replace: 'nothing is selected',
  annotate: 'nothing is selected',
  patch: 'nothing is selected',
};

const WRONG: Readonly<
  Record<Exclude<DirectiveProblemCode, 'not_object'>, (action: string, limit: number) => string>
> = {
  unknown: () => 'is unknown',
  missing: (action) => `is missing for ${action}`,
  blank: (action) => `is empty for ${action}`,
  forbidden: (action) => `does not belong to ${action}`,
  wrong_type: () => 'has the wrong form',
  malformed: () => 'is not hexadecimal digits of the right number',
  contradictory: () => 'names another version than the fields before it',
  reversed: () => 'ends before it begins',
  not_empty: () => 'holds text that an insertion would not replace',
  too_long: (_, limit) => `is longer than ${limit} characters`,
  outside: (_, limit) => `is not in the snapshot, which has ${limit} code units`,
  splits_character: () => 'begins or ends in the middle of a character',
};
