/** Marks a diff that `buildDiff` made, so that nothing in it is taken for a slip of a model. */

const MARK = /^\+\+\+ edited ([0-9a-f]{8})$/;

/** The line that names the new text of a diff. @param body the lines after it, each with its line break */
export function builtHeader(body: string): string {
  return `+++ edited ${toHex(hashText(EMPTY, body))}`;
}

/** Returns true if lines are, character by character, a diff that `buildDiff` made, whatever follows it. */
export function isBuiltDiff(lines: readonly string[]): boolean {
  const at = lines.findIndex((line) => line.startsWith('+++ '));
  const mark = MARK.exec(lines[at] ?? '')?.[1];
  if (mark === undefined) return false;
  let hash = EMPTY;
  for (let index = at + 1; index < lines.length; index++) {
    hash = hashText(hashText(hash, lines[index] ?? ''), '\n');
    // A fence or prose after the diff has none of its signs.
    if (/^[-+ @\\]/.test(lines[index + 1] ?? '')) continue;
    if (toHex(hash) === mark) return true;
  }
  return false;
}

/** The hash of nothing; FNV-1a, which no model computes. */
const EMPTY = 0x811c9dc5;

function hashText(before: number, text: string): number {
  let hash = before;
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  return hash;
}

function toHex(hash: number): string {
  return (hash >>> 0).toString(16).padStart(8, '0');
}
