/** Options that several tools have. */
import { MAX_TITLE_LENGTH } from '../text/limits.ts';
import type { LineRange } from './command.ts';
import { type CommandError, commandError } from './command-error.ts';
import type { Arguments } from './read-arguments.ts';

const LINES = /^(\d+)(?:[-–](\d+))?$/;

/** The option `lines`; null without it. @throws {ParseRefusal} */
export function linesOf({ options }: Arguments): LineRange | null {
  const written = options.get('lines');
  return written === undefined ? null : readLines(written);
}

/** Returns true if a value has the form of lines. */
export function areLines(written: string): boolean {
  return LINES.test(written);
}

/** @throws {ParseRefusal} */
export function readLines(written: string): LineRange {
  const match = LINES.exec(written);
  const first = Number(match?.[1] ?? 0);
  const last = Number(match?.[2] ?? first);
  if (first < 1 || last < first || !Number.isSafeInteger(last))
    throw new ParseRefusal(
      'INVALID_SYNTAX',
      'lines are two numbers, the first line and the last',
      '→ view [id] lines:40-90',
    );
  return { first, last };
}

/** A label, without the white space around it; null for none. @throws {ParseRefusal} if it is too long */
export function findLabel({ options }: Arguments, option: string): string | null {
  return trimLabel(options.get(option) ?? '');
}

/** As `findLabel`. */
export function trimLabel(written: string): string | null {
  const label = written.trim();
  if (label.length > MAX_TITLE_LENGTH)
    throw new ParseRefusal(
      'LIMIT_EXCEEDED',
      `max length of a label is ${MAX_TITLE_LENGTH} characters`,
      'use fewer words',
    );
  return label === '' ? null : label;
}

/** Why arguments make no command. It never leaves the parser. */
export class ParseRefusal extends Error {
  readonly error: CommandError;

  constructor(...args: Parameters<typeof commandError>) {
    super(args[1]);
    this.error = commandError(...args);
  }
}
