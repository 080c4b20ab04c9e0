/** The texts of agents' edits (`edits.md`): for writers, and for the agents whose edits do not fit. */
import type { CommandError } from '../core/commands/command-error.ts';
import type { PatchRefusal, RefusalReason } from '../core/proposals/proposal.ts';

/** Why nothing was changed, after a sentence that names the author of the edit. */
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

/** An agent's remedies for a refusal. */
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
interface AgentRefusal {
  readonly refusal: PatchRefusal;
  readonly given: string | null;
  readonly current: string | null;
}

/** The result of an agent's command whose patch does not fit: the expected and the present text, and a hint. */
export function conflictError({ refusal, given, current }: AgentRefusal): CommandError {
  const { reason, header } = refusal;
  const details = [
    ...(header === null ? [] : [`  header: ${header}`]),
    ...expectedAndActual(refusal),
    ...(current === null || current === given ? [] : [`  current version: ${current}`]),
  ];
  return {
    code: 'CONFLICT',
    sentence: misfitSentence(refusal, 'hunk', given === null ? 'the text' : `version ${given}`),
    details: details.length === 0 ? null : details.join('\n'),
    hint: HINTS[reason],
  };
}

function misfitSentence({ reason, hunk, hunks }: PatchRefusal, piece: string, text: string): string {
  const subject = hunk === null ? 'the edit' : `${piece} ${hunk} of ${Math.max(hunk, hunks)}`;
  return `${subject} does not fit ${text} (${reason})`;
}

function expectedAndActual({ expected, actual }: PatchRefusal): readonly string[] {
  return [...quoted('expected', expected), ...quoted('actual', actual)];
}

/** Remedies for a refusal by a model that was asked for blocks: it has the text, and no commands. */
const HINTS_TO_ASKED: Readonly<Record<RefusalReason, string>> = {
  ...HINTS,
  context_mismatch: 'copy what follows SEARCH from the text exactly, character for character',
  ambiguous: 'add the sentence before or after it on both sides, until it occurs only once',
  no_context: 'search for the sentence of the text beside the place, and repeat it',
  overlap: 'change each sentence in one block only',
  reversed: 'search for what the text says now; what follows ======= replaces it',
  malformed: 'write SEARCH, ======= and REPLACE on lines of their own, and all three for each block',
  truncated: 'the answer was cut off: change less at once',
  unknown_version: 'answer for the text above',
  stale_version: 'answer for the text above',
  several_documents: 'there is one text, without a file name',
  too_large: 'change less at once',
  empty: 'nothing is different; write what should be',
};

/**
 * Message to a model whose requested edit does not fit.
 * @param byPatches whether it was asked for blocks, or for the whole passage
 */
export function conflictForAsked(refusal: PatchRefusal, byPatches: boolean): string {
  const whole = byPatches ? 'all blocks, corrected and complete' : 'the whole passage';
  return [
    `✗ CONFLICT: ${misfitSentence(refusal, 'block', 'the text')}`,
    ...expectedAndActual(refusal),
    `  hint: ${HINTS_TO_ASKED[refusal.reason]}`,
    `Nothing was changed. Answer again with ${whole}.`,
  ].join('\n');
}

/** An agent that cannot be asked for an edit. */
export function onlyContinues(agent: string): string {
  return `${agent} only continues texts. Ask an agent whose model is told what to do.`;
}

export const NOTHING_ASKED = 'Say what is to be changed.';
export const ASK_IN_MANUSCRIPT = 'Only the text of a manuscript is edited.';

/** A text under its name, each of its lines indented. */
function quoted(name: string, text: string | null): readonly string[] {
  return text === null ? [] : [`  ${name}:`, ...text.split('\n').map((line) => `    ${line}`)];
}

/** Why there is no snapshot. */
export const EXCLUDED_FROM_EDIT =
  'Part of that text is excluded, so that no model is sent it. Select other text, or include it.';
export const NO_TEXT_TO_EDIT = 'There is no text to edit yet.';
export const TOO_LONG_TO_EDIT =
  'That is more text than the agent can read at once. Select less, or ask for a chapter.';
