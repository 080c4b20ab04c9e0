import { countWords } from '../../core/text/count-words.ts';
import { lastLine } from '../../core/text/last-words.ts';
import type { OpenGrove } from '../grove/open-grove.ts';

/**
 * Where the text that a grove's window shows ends, and its words, for the list of recent groves. Null if it is blank,
 * or cannot be read without writing a file that is not checked yet.
 * @throws {AspenError} what reading the file throws
 */
export function describeText(grove: OpenGrove): { readonly lastLine: string; readonly words: number } | null {
  if (grove.isOverwritten) return null;
  const { openTreeId } = grove.snapshot();
  if (grove.check.isWaiting && !grove.read.hasPath(openTreeId)) return null;
  const { text } = grove.exportPath(openTreeId, true).path;
  const line = lastLine(text);
  return line === null ? null : { lastLine: line, words: countWords(text) };
}
