import { normaliseText } from '../../text/normalise.ts';
import type { PassageDirective } from '../directive.ts';
import { carryWords } from './carry-words.ts';
import { type HunkLine, isRefused, makeRefusal, type Refused } from './hunk.ts';
import { findElision, type PatchPlan } from './plan-patch.ts';
import { settleEdits } from './settle-edits.ts';
import { SnapshotLines } from './snapshot-lines.ts';

/**
 * Reads a passage that was rewritten as changes of the one in the snapshot (`edits.md`, *Reading a patch*): refused
 * where something stands for text that was left out; words that are kept, with their typography, and the white space
 * around the passage are not touched.
 */
export function planPassage(
  snapshotText: string,
  { range, content }: Pick<PassageDirective, 'range' | 'content'>,
): PatchPlan {
  const snapshot = new SnapshotLines(snapshotText);
  const passage = snapshotText.slice(range.from, range.to);
  const added = normaliseText(content).trim();
  const refused = (reason: Refused) => ({ refusal: makeRefusal(reason, 0) });
  if (passage.trim() === added) return refused({ reason: 'empty' });
  if (passage.trim() === '') {
    const { to } = range;
    return { edits: [{ hunk: 1, from: to, to, insert: added }] };
  }
  const from = range.to - passage.trimStart().length;
  const to = range.from + passage.trimEnd().length;
  const old = copiedLike(added, passage.trim());
  // It does not matter which lines both have: they are compared word by word.
  const lines = [...linesOf('old', old), ...linesOf('new', added)];
  const hunk = { number: 1, header: null, line: null, endsOld: false, endsNew: false, isDiff: false, lines };
  const expected = findElision(snapshot, hunk);
  if (expected !== null) return refused({ reason: 'elision', expected });
  const carried = carryWords(snapshot, hunk, { rung: 'flow', line: 0, from, to });
  const drafts = carried ?? [{ from, to, insert: added, hunk: 1, isRemoval: false }];
  const edits = settleEdits(snapshotText, drafts, false);
  if (isRefused(edits)) return refused(edits);
  return edits.length === 0 ? refused({ reason: 'empty' }) : { edits };
}

function linesOf(side: HunkLine['side'], text: string): readonly HunkLine[] {
  return text.split('\n').map((line) => ({ side, text: line }));
}

/** Signs of a writer that a model writes plainly, with the plain forms. */
const PLAINLY: readonly (readonly [signs: RegExp, plain: readonly string[]])[] = [
  [/[\u201c-\u201f\u00ab\u00bb]/g, ['"']],
  [/[\u2018\u2019\u201a\u201b\u02bc]/g, ["'"]],
  [/[\u2013-\u2015]/g, ['--', '-']],
  [/\u2026/g, ['...']],
  [/[\u00a0\u2009\u202f]/g, [' ']],
];

/** A passage as the model copies it that wrote `answer`: with its plain signs, and its line breaks between paragraphs. */
function copiedLike(answer: string, passage: string): string {
  let copied = passage;
  for (const [signs, plain] of PLAINLY) {
    const used = plain.find((sign) => answer.includes(sign));
    if (used !== undefined && answer.search(signs) < 0) copied = copied.replaceAll(signs, used);
  }
  const [own, others] = [breaksIn(copied), breaksIn(answer)];
  const isOneKind = own.size === 1 && others.size === 1;
  const [kind = '\n'] = others;
  return isOneKind ? copied.replaceAll(/\n+/g, kind) : copied;
}

function breaksIn(text: string): ReadonlySet<string> {
  return new Set(text.match(/\n+/g));
}
