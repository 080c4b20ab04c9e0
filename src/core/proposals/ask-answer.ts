/** Reads a chat model's answer to a request for an edit (`edits.md`, *Directive*). */
import { AnswerUnwrapper, hasQuotes } from '../answers/answer-wrapping.ts';
import { AnswerFraming, withoutFraming } from '../answers/framing.ts';
import type { TrimmedText } from '../answers/left-out.ts';
import { findCommonWords } from '../text/diff.ts';
import { cutText } from '../text/limits.ts';
import { normaliseText } from '../text/normalise.ts';
import type { TextRange } from '../text/span.ts';
import { NO_CHANGES, passageOf } from './ask-prompt.ts';
import { MAX_RATIONALE_LENGTH, type PassageDirective, type PatchDirective } from './directive.ts';
import { fold } from './patch/fold-words.ts';
import { FENCE, GIT_LINE, hasPatchLine, isFileHeader } from './patch/reading/marks.ts';
import { readRationale } from './read-directive.ts';

/** The snapshot of a request; offsets in UTF-16 code units. */
export interface AskedSnapshot {
  /** Its version, or a beginning of it. */
  readonly version: string;
  readonly text: string;
  readonly selection: TextRange | null;
}

/** Marks around a short answer. */
const AROUND = /^["'*_`.\s]+|["'*_`.!\s]+$/g;
/** An answer that is longer with its marks does more than decline. UTF-16 code units. */
const LONGEST_NONE = 200;
/** A sentence that declines in other words. */
const NEEDS_NONE =
  /^(?:there are )?no (?:changes|edits) (?:(?:are |were )?(?:needed|necessary|required)|to (?:make|be made))$/i;
/** The words of the prompt, with a reason after them. */
const WITH_REASON = new RegExp(`^["'*_\`\\s]*${NO_CHANGES}["'*_\`]*\\s*(?:[.:;,(—–-]|\\n)["'*_\`\\s]*`);
/** Signs of an edit in another form than the prompt's. */
const OTHER_EDIT =
  /^[ \t]*[{[]|<\/?(?:old|new|search|replace|original|revised)>|^[^\p{L}\n]{0,20}(?:original|revised|old|new)[^\p{L}\n]{0,5}:/imu;

/** A fence around an edit; and a line that is one, or a point of a list. */
const EDIT_FENCE = /^\s*[`~]{3,}(?:diff|patch|json)|^[-+]/i;

/** True if the answer declines to change anything: in the words of the prompt, perhaps with a reason, or the like. */
export function declinesChanges(answer: string): boolean {
  const whole = answer.trim();
  const said = whole.length > LONGEST_NONE ? '' : whole.replaceAll(AROUND, '');
  if (said.toUpperCase() === NO_CHANGES || NEEDS_NONE.test(said)) return true;
  const hasEdit = OTHER_EDIT.test(answer) || answer.split('\n').some(beginsEdit);
  return WITH_REASON.test(answer) && !hasEdit;
}

function beginsEdit(line: string, at: number, lines: readonly string[]): boolean {
  return FENCE.test(line) || GIT_LINE.test(line) || isFileHeader(lines, at) || hasPatchLine([line]);
}

/**
 * The directive of an answer: a patch of the snapshot or, if the whole passage was requested, its replacement. An
 * answer that is empty or declines to change anything is an empty patch, or replaces the passage by itself.
 */
export function directiveOf(
  answer: string,
  asked: AskedSnapshot,
  byPatches: boolean,
): PatchDirective | PassageDirective {
  const { version, text } = asked;
  const isNothing = answer.trim() === '' || declinesChanges(answer);
  const range = byPatches ? rewrittenBy(answer, asked) : passageOf(asked);
  if (range === null)
    return { action: 'patch', version, diff: isNothing ? '' : answer, rationale: rationaleBefore(answer) };
  const passage = text.slice(range.from, range.to);
  const content = isNothing ? passage : textIn(answer, passage);
  return { action: 'replace', isPassage: true, version, range, content, rationale: null };
}

/** The range that a model rewrote although blocks were requested: the selection, or all; null if it rewrote neither. */
function rewrittenBy(answer: string, asked: AskedSnapshot): TextRange | null {
  const lines = answer.split('\n');
  const isEdit = (line: string, at: number) =>
    EDIT_FENCE.test(line) || GIT_LINE.test(line) || isFileHeader(lines, at) || hasPatchLine([line]);
  if (OTHER_EDIT.test(answer) || lines.some(isEdit)) return null;
  const { text } = asked;
  const ranges = [passageOf(asked), { from: 0, to: text.length }];
  const isWritten = ({ from, to }: TextRange) => {
    const passage = text.slice(from, to);
    return isRewriteOf(textIn(answer, passage), passage);
  };
  return ranges.find(isWritten) ?? null;
}

/** The text before the answer's first block, in one line; null if there is none. */
function rationaleBefore(answer: string): string | null {
  const lines = answer.split('\n');
  const start = lines.findIndex(beginsEdit);
  const reason = declinesChanges(answer) ? answer.replace(WITH_REASON, '') : null;
  if (reason === answer || (reason === null && (start < 0 || /^\s*[{["]/.test(answer)))) return null;
  const said = readRationale(reason ?? lines.slice(0, start).join('\n'));
  return said === '' ? null : cutText(said, MAX_RATIONALE_LENGTH).trimEnd();
}

/** The parts of an answer read as a passage that certainly do not belong to it; null for none. */
export function trimmedOfPassage(answer: string): TrimmedText | null {
  const text = normaliseText(answer);
  const framing = new AnswerFraming();
  const framed = framing.read(text) + framing.end();
  const unwrapper = new AnswerUnwrapper({ fences: true, quotes: true });
  const { length } = unwrapper.read(framed) + unwrapper.end();
  const from = framing.trimmed + unwrapper.trimmed;
  const [before, after] = [text.slice(0, from), text.slice(from + length)];
  return (before + after).trim() === '' ? null : { before, after: after.trim() === '' ? '' : after };
}

/** The requested text, without a model's remarks, and without the code block or quotation marks around it. */
function textIn(answer: string, passage: string): string {
  const text = normaliseText(answer);
  const unwrapper = new AnswerUnwrapper({ fences: !passage.includes('```'), quotes: !hasQuotes(passage) });
  const framed = withoutFraming(passage) === passage ? withoutFraming(text) : text;
  return unwrapper.read(framed) + unwrapper.end();
}

/** A shorter text may be quoted as a whole in a remark about it. UTF-16 code units. */
const FEWEST = 60;
/** Minimum share of the longer text that both must have in common. */
const SHARED = 1 / 2;

/**
 * Returns true if a text is certainly a rewrite of another, not a comment on it: it has as many paragraphs, and half of
 * the longer one is in both, in the same order.
 */
function isRewriteOf(text: string, original: string): boolean {
  if (original.trim().length < FEWEST || paragraphs(text) !== paragraphs(original)) return false;
  const [folded, known] = [fold(text), fold(original)];
  const longer = Math.max(folded.length, known.length);
  const shared = findCommonWords(known, folded).reduce((sum, { length }) => sum + length, 0);
  return shared >= SHARED * longer;
}

function paragraphs(text: string): number {
  return text.trim().split(/\n\s*/).length;
}
