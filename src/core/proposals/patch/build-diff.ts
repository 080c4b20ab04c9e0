import { commonLines } from '../../text/common-lines.ts';
import { builtHeader, MAX_HUNKS } from './plan-patch.ts';

/** Lines around each change that do not change. */
const CONTEXT = 3;

/** Lines `[oldFrom, oldTo)` become `[newFrom, newTo)`; in a hunk, with those around them. */
interface LineChange {
  readonly oldFrom: number;
  readonly oldTo: number;
  readonly newFrom: number;
  readonly newTo: number;
}

/**
 * A unified diff that makes `updated` of `original`, by which `planPatch` does exactly that, whatever the texts contain,
 * unless it is longer than an answer may be (256 KiB). Empty if the texts are equal.
 */
export function buildDiff(original: string, updated: string): string {
  if (original === updated) return '';
  const [oldLines, newLines] = [splitLines(original), splitLines(updated)];
  const changes = changesOf(oldLines, newLines);
  const hunks = groupChanges(changes);
  const body = hunks.map((changes) => hunkText(changes, oldLines, newLines)).join('');
  return `--- snapshot\n${builtHeader(body)}\n${body}`;
}

/** Lines with their line breaks. */
function splitLines(text: string): readonly string[] {
  return text === '' ? [] : text.split(/(?<=\n)/);
}

function changesOf(oldLines: readonly string[], newLines: readonly string[]): readonly LineChange[] {
  const changes: LineChange[] = [];
  let [oldAt, newAt] = [0, 0];
  const end = { oldFrom: oldLines.length, newFrom: newLines.length, length: 0 };
  for (const { oldFrom, newFrom, length } of [...commonLines(oldLines, newLines), end]) {
    if (oldFrom > oldAt || newFrom > newAt) {
      changes.push({ oldFrom: oldAt, oldTo: oldFrom, newFrom: newAt, newTo: newFrom });
    }
    [oldAt, newAt] = [oldFrom + length, newFrom + length];
  }
  return changes;
}

/** The changes of each hunk: those that are close, and where there are too many hunks, those that are less so. */
function groupChanges(changes: readonly LineChange[]): readonly (readonly LineChange[])[] {
  for (let distance = 2 * CONTEXT; ; distance *= 2) {
    const groups: LineChange[][] = [];
    for (const change of changes) {
      const last = groups.at(-1)?.at(-1);
      if (last !== undefined && change.oldFrom - last.oldTo <= distance) groups.at(-1)?.push(change);
      else groups.push([change]);
    }
    if (groups.length <= MAX_HUNKS) return groups;
  }
}

function hunkText(
  changes: readonly LineChange[],
  oldLines: readonly string[],
  newLines: readonly string[],
): string {
  const oldFrom = Math.max(0, (changes.at(0)?.oldFrom ?? 0) - CONTEXT);
  const oldTo = Math.min(oldLines.length, (changes.at(-1)?.oldTo ?? 0) + CONTEXT);
  const newFrom = (changes.at(0)?.newFrom ?? 0) - ((changes.at(0)?.oldFrom ?? 0) - oldFrom);
  const newTo = (changes.at(-1)?.newTo ?? 0) + (oldTo - (changes.at(-1)?.oldTo ?? 0));
  let text = `@@ -${range(oldFrom, oldTo)} +${range(newFrom, newTo)} @@\n`;
  let at = oldFrom;
  for (const change of changes) {
    text += signed(' ', oldLines.slice(at, change.oldFrom));
    text += signed('-', oldLines.slice(change.oldFrom, change.oldTo));
    text += signed('+', newLines.slice(change.newFrom, change.newTo));
    at = change.oldTo;
  }
  return text + signed(' ', oldLines.slice(at, oldTo));
}

/** As diff counts: from 1, with the line before where there are none. */
function range(from: number, to: number): string {
  return to === from ? `${from},0` : `${from + 1},${to - from}`;
}

function signed(sign: string, lines: readonly string[]): string {
  const end = '\\ No newline at end of file\n';
  return lines.map((line) => sign + line + (line.endsWith('\n') ? '' : `\n${end}`)).join('');
}
