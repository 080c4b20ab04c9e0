/** Reads search/replace blocks (`edits.md`, *Reading a patch*). */
import { commonLines } from '../../../text/common-lines.ts';
import type { Hunk, HunkLine, ReadPatch, Refused } from '../hunk.ts';
import { BLOCK_DIVIDER, BLOCK_END, BLOCK_START } from './marks.ts';

/** The line that a block may name first. */
const START_LINE = /^:start_line: *(\d+)$/;
/** A line that is a file’s name, as it may be written before a block. */
const FILE_NAME = /^(?:#+ |\*\*|`)?([\w./-]+\.[A-Za-z]\w{0,7})(?:\*\*|`)?:?$/;

/** A line of another form, or the end of a block that has not begun: its change must not be lost. */
const STRAY = /^(?:@@ -\d|\*\*\* Begin Patch|>{5,9} ?REPLACE)/;

export function readBlocks(lines: readonly string[]): ReadPatch | Refused {
  const hunks: Hunk[] = [];
  const documents = new Set<string>();
  let count = 0;
  let refused: Refused | null = null;
  for (let at = 0; at < lines.length; ) {
    const line = lines[at] ?? '';
    if (BLOCK_START.test(line)) {
      count += 1;
      const block = readBlock(lines, at, count);
      if ('reason' in block) {
        refused ??= block;
        const next = lines.findIndex((other, index) => index > at && BLOCK_START.test(other));
        at = next < 0 ? lines.length : next;
      } else {
        hunks.push(block.hunk);
        at = block.next;
      }
      continue;
    }
    const name = FILE_NAME.exec(line.trim())?.[1];
    if (name !== undefined) documents.add(name);
    if (STRAY.test(line)) return { reason: 'malformed', expected: line };
    at += 1;
  }
  return documents.size > 1 ? { reason: 'several_documents' } : { hunks, isBuilt: false, refused };
}

function readBlock(
  lines: readonly string[],
  from: number,
  number: number,
): { readonly hunk: Hunk; readonly next: number } | Refused {
  const header = lines[from] ?? '';
  const where = { hunk: number, header };
  let divider = -1;
  let at = from + 1;
  for (; at < lines.length; at++) {
    const line = lines[at] ?? '';
    if (BLOCK_END.test(line)) break;
    if (BLOCK_START.test(line)) return { reason: 'truncated', ...where };
    if (!BLOCK_DIVIDER.test(line)) continue;
    if (divider >= 0) return { reason: 'malformed', ...where, expected: line };
    divider = at;
  }
  if (at === lines.length) return { reason: 'truncated', ...where };
  if (divider < 0) return { reason: 'malformed', ...where };
  const { old, line } = withoutStartLine(lines.slice(from + 1, divider));
  const added = lines.slice(divider + 1, at);
  return { hunk: { ...replacementHunk(number, old, added), header, line }, next: at + 1 };
}

/** A hunk that replaces lines wherever they are. @param number from 1, in the order of the answer */
export function replacementHunk(number: number, old: readonly string[], added: readonly string[]): Hunk {
  const lines = mergeSides(old, added);
  return { number, header: null, line: null, endsOld: false, endsNew: false, isDiff: false, lines };
}

function withoutStartLine(lines: readonly string[]): {
  readonly old: readonly string[];
  readonly line: number | null;
} {
  const start = START_LINE.exec(lines[0]?.trim() ?? '')?.[1];
  if (start === undefined) return { old: lines, line: null };
  const skipped = /^-{5,9}$/.test(lines[1] ?? '') ? 2 : 1;
  return { old: lines.slice(skipped), line: Math.max(0, Number(start) - 1) };
}

/** The lines of both sides as those of a diff. */
function mergeSides(old: readonly string[], added: readonly string[]): readonly HunkLine[] {
  const lines: HunkLine[] = [];
  const add = (side: HunkLine['side'], texts: readonly string[]) => {
    for (const text of texts) lines.push({ side, text });
  };
  let [oldAt, newAt] = [0, 0];
  for (const { oldFrom, newFrom, length } of commonLines(old, added)) {
    add('old', old.slice(oldAt, oldFrom));
    add('new', added.slice(newAt, newFrom));
    add('both', old.slice(oldFrom, oldFrom + length));
    [oldAt, newAt] = [oldFrom + length, newFrom + length];
  }
  add('old', old.slice(oldAt));
  add('new', added.slice(newAt));
  return lines;
}
