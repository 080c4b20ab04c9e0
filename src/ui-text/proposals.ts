/** The texts of agents' edits (`edits.md`): for writers, and for the agents whose edits do not fit. */
import type {
  DirectiveAction,
  DirectiveProblem,
  DirectiveProblemCode,
  ExpectedValue,
} from '../core/proposals/directive.ts';
import type { PatchRefusal, RefusalReason } from '../core/proposals/refusal.ts';

/** Why nothing was changed, after a sentence that says whose edit it was. */
const REASONS: Readonly<Record<RefusalReason, string>> = {
  context_mismatch: 'It quotes words that are not there.',
  ambiguous: 'It may mean several places.',
  no_context: 'It does not say where its new text belongs.',
  out_of_order: 'Its parts are in the wrong order.',
  overlap: 'Two of its parts change the same words.',
  reversed: 'The text already says what it would write, or it has old and new mixed up.',
  elision: 'It leaves out text that it should quote.',
  malformed: 'It is not written as an edit.',
  truncated: 'It breaks off before its end.',
  unknown_version: 'It is for a text that was not given out since the program started.',
  stale_version: 'It is for a text that was given out too long ago.',
  several_documents: 'It is for several documents.',
  too_large: 'It is too large.',
  empty: 'It changes nothing.',
};

/** Announced and shown as a notice, with *Ask again*. */
export function editDoesNotFit(
  agent: string,
  reason: RefusalReason,
): { readonly sentence: string; readonly detail: string } {
  const sentence =
    reason === 'empty'
      ? `${agent} proposes no change.`
      : `${agent}’s edit does not fit the text. Nothing was changed.`;
  return { sentence, detail: REASONS[reason] };
}

/** What an agent can do about a refusal. */
const HINTS: Readonly<Record<RefusalReason, string>> = {
  context_mismatch: 'take a new snapshot, and copy unchanged words exactly',
  ambiguous: 'quote more of the text around the change, until it occurs only once',
  no_context: 'quote a line of the text before or after what you insert',
  out_of_order: 'send the hunks in the order of the text',
  overlap: 'send one hunk for what lies together',
  reversed: 'take a new snapshot; - marks the old text, + the new',
  elision: 'quote the text in full, without dots or remarks in place of it',
  malformed: 'begin each line of a diff with a space, - or +',
  truncated: 'send the whole edit again, in smaller parts if it is long',
  unknown_version: 'take a new snapshot',
  stale_version: 'take a new snapshot',
  several_documents: 'send one diff for this text only',
  too_large: 'send fewer or smaller hunks: at most 256 KiB and 500 hunks',
  empty: 'send what should be different',
};

/** A refused patch with the versions, as agents see them; null where it is not known. */
export interface AgentRefusal {
  readonly refusal: PatchRefusal;
  readonly given: string | null;
  readonly current: string | null;
}

/** What an agent is sent when its patch does not fit: a line, what it expected and what is there, and what to do. */
export function conflictForAgent({ refusal, given, current }: AgentRefusal): string {
  const { reason, hunk, hunks, header, expected, actual } = refusal;
  const subject = hunk === null ? 'the edit' : `hunk ${hunk} of ${Math.max(hunk, hunks)}`;
  const version = given === null ? 'the text' : `version ${given}`;
  return [
    `✗ CONFLICT: ${subject} does not fit ${version} (${reason})`,
    ...(header === null ? [] : [`  header: ${header}`]),
    ...quoted('expected', expected),
    ...quoted('actual', actual),
    ...(current === null || current === given ? [] : [`  current version: ${current}`]),
    `  hint: ${HINTS[reason]}`,
  ].join('\n');
}

/** A text under its name, each of its lines indented. */
function quoted(name: string, text: string | null): readonly string[] {
  return text === null ? [] : [`  ${name}:`, ...text.split('\n').map((line) => `    ${line}`)];
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
