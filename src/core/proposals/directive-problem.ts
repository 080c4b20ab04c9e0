/** The error message for an agent's invalid directive (`edits.md`, *Directive*): protocol that models read. */
import type { DirectiveAction, DirectiveProblem, DirectiveProblemCode, ExpectedValue } from './directive.ts';

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

/** One invalid field, and what to send instead, in one line without a final period. */
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
