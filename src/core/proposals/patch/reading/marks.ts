/** The lines that give a patch its form, in each of the three forms. */

/** `@@ -3,4 +3,5 @@ …`, and models' variants of it. */
export const HUNK_HEADER = /^@@/;
export const BLOCK_START = /^(?:<{5,9} ?(?:SEARCH|ORIGINAL|OLD)\b|-{5,9} SEARCH>?\s*$)/i;
export const BLOCK_DIVIDER = /^={5,9}\s*$/;
export const BLOCK_END = /^(?:>{5,9}(?: ?(?:REPLACE|UPDATED|NEW)\b|\s*$)|\+{5,9} REPLACE>?\s*$)/i;
export const PATCH_BEGIN = /^\*\*\* Begin Patch/i;
export const PATCH_END = /^\*\*\* End Patch/i;
/** A line of a `*** Begin Patch` that belongs to no hunk. */
export const PATCH_LINE =
  /^\*\*\* (?:Begin Patch|End Patch|End of File|(?:Update|Add|Delete) File:|Move to:)/i;
/** The lines that git writes before `---`. */
export const GIT_LINE =
  /^(?:diff --git |index [0-9a-f]{4,}|(?:new|deleted) file mode |(?:old|new) mode |similarity index |rename (?:from|to) |Index: |={20,}$)/;
export const FENCE = /^ {0,3}(`{3,}|~{3,})\s*([^`]*)$/;

/** Returns true if lines contain one that only a patch has. */
export function hasPatchLine(lines: readonly string[]): boolean {
  return lines.some((line) => HUNK_HEADER.test(line) || BLOCK_START.test(line) || PATCH_BEGIN.test(line));
}

/** Returns true if lines `at` and `at + 1` name a file, as before its first hunk. */
export function isFileHeader(lines: readonly string[], at: number): boolean {
  return /^--- \S/.test(lines[at] ?? '') && /^\+\+\+ \S/.test(lines[at + 1] ?? '');
}
