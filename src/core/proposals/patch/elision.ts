/** Finds placeholders for text that an agent left out (`edits.md`, *Reading a patch*). */
import { fold } from './fold-words.ts';
import { type Hunk, oldSide } from './hunk.ts';
import type { SnapshotLines } from './snapshot-lines.ts';

/** A line of nothing but dots. */
const DOTS = /^[\s[(*<{/#-]*(?:\.{3,}|…|(?:\. ){2,}\.)[\s\])*>}/]*$/;
/** Something short in brackets. */
const BRACKETED = /[[({<][^\][(){}<>\n]{1,80}[\])}>]/g;
/** A remark that something is as it was. */
const REMARK =
  /\b(?:rest|remainder|remaining|others?|existing|previous|following|original|everything|text|paragraphs?|chapter|scene|story)\b.*\b(?:unchanged|omitted|the same|as before|as above|as is|continues?|here)\b|\brest of (?:the |this )?(?:text|chapter|story|scene|paragraph|section|document|file|content)\b|^\W*(?:unchanged|omitted|snip|snipped|no changes?|same as (?:before|above))\W*$/i;
/** The longest line that may be a remark without brackets. */
const LONGEST_REMARK = 120;
const BARE_REMARK =
  /^[\s/#*.…-]*(?:\.{3}|…|\/\/|#|\*)[\s.…]*(?:the )?(?:rest|remainder|remaining|existing|everything else)\b/i;
/** Dots inside a line. */
const INNER = /\s*(?:\[\s*(?:\.{3,}|…)\s*\]|\.{3,}|…)\s*/;
/** The most dots in a line that are looked at. */
const MOST_PARTS = 20;

/** The placeholder for omitted text in the hunk that is not in the snapshot; null if there is none. */
export function findElision(snapshot: SnapshotLines, hunk: Hunk): string | null {
  for (const { text } of hunk.lines) {
    const found = elisionIn(text);
    if (found !== null && !snapshot.text.includes(found.trim()) && !snapshot.hasFoldedLine(found))
      return found;
  }
  return null;
}

function elisionIn(line: string): string | null {
  if (line.length <= LONGEST_REMARK && (DOTS.test(line) || BARE_REMARK.test(line))) return line;
  if (!/[[({<]/.test(line)) return null;
  return line.match(BRACKETED)?.find((piece) => DOTS.test(piece) || REMARK.test(piece)) ?? null;
}

/** An old line that is in the snapshot except for its dots; null if there is none. */
export function findInnerElision(snapshot: SnapshotLines, hunk: Hunk): string | null {
  const lines = oldSide(hunk).filter((line) => INNER.test(line) && !snapshot.hasFoldedLine(line));
  for (const line of lines.slice(0, MOST_PARTS)) {
    const parts = line
      .split(INNER)
      .map(fold)
      .filter((part) => part !== '');
    if (
      parts.length > 0 &&
      parts.length <= MOST_PARTS &&
      snapshot.folded.some((known) => hasInOrder(known, parts))
    )
      return line;
  }
  return null;
}

function hasInOrder(line: string, parts: readonly string[]): boolean {
  let from = 0;
  for (const part of parts) {
    const at = line.indexOf(part, from);
    if (at < 0) return false;
    from = at + part.length;
  }
  return true;
}
