/** Why a text file was not imported, or a file not written. */
import type { NoteMarks } from '../core/exchange/note-marks.ts';
import type { Dimension } from '../core/history/history.ts';
import { countOf, listOf } from './plural.ts';

export function linksNowhere(fileName: string): string {
  return `${fileName} is a link to a file that does not exist. Choose another name.`;
}

export function isGroveFile(fileName: string): string {
  return `${fileName} is a grove.`;
}

export function openGroveInstead(fileName: string): string {
  return `${fileName} is a grove. Open it instead.`;
}

export function notAFile(fileName: string): string {
  return `${fileName} is not a file.`;
}

export function notText(fileName: string): string {
  return `${fileName} is not a text file.`;
}

export function tooLarge(fileName: string, megabytes: number): string {
  return `${fileName} is larger than ${megabytes} MB. Split it and import the parts.`;
}

export function changedWhileRead(fileName: string): string {
  return `${fileName} changed while it was being read.`;
}

export function notReadable(fileName: string): string {
  return `${fileName} could not be read.`;
}

export function notWritten(fileName: string): string {
  return `${fileName} could not be written.`;
}

export function writingNotPermitted(fileName: string): string {
  return `${fileName} could not be written: it or its folder is not writable, or another program has it open.`;
}

/** The author of imported text whose author is not known. */
export const UNKNOWN_AUTHOR = 'Unknown (import)';

/** @param fault where in the file what is wrong: `deltas[3]: …` */
export function notAHistory(fileName: string, fault: string): string {
  return `${fileName} is not a history that can be imported: ${fault.replace(/\.$/, '')}.`;
}

/** Why a history cannot be exported. */
export function noHistory(dimension: Dimension): string {
  return NO_HISTORY[dimension];
}

const NO_HISTORY: Readonly<Record<Dimension, string>> = {
  versions: 'This tree has no history yet.',
  executions: 'No prompt fence of this tree has been run yet.',
  levels: 'No request has read a text of this tree that has prompt fences.',
};

export function historyTooLarge(fileName: string, megabytes: number): string {
  return `${fileName} is larger than ${megabytes} MB.`;
}

/** @param lines of the first ones, counted from 1 */
export function badBytes(fileName: string, count: number, lines: readonly number[]): string {
  const where = `${lines.length === 1 ? 'line' : 'lines'} ${listOf(lines.map(String))}`;
  const [what, are] = count === 1 ? ['A character', 'is'] : [countOf(count, 'character'), 'are'];
  const first = count > lines.length ? ', the first ' : ' ';
  return `${what} of ${fileName} could not be read and ${are} now “�”${first}in ${where}.`;
}

/** Says what notes of other programs have that is only text here. */
export function noteMarksAreText(fileName: string, { frontMatter, links }: NoteMarks): string {
  const parts = [
    ...(frontMatter === null ? [] : [`front matter (${frontMatter.join(', ')})`]),
    ...(links === 0 ? [] : [links === 1 ? 'a [[link]]' : countOf(links, '[[link]]', '[[links]]')]),
  ];
  const are = parts.length === 1 && links < 2 ? 'is' : 'are';
  return `${fileName} has ${listOf(parts)}, which ${are} text here like any other.`;
}
