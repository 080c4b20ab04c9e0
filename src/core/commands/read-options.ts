/** Options that several tools have. */
import { MAX_REMARK_LENGTH, MAX_TITLE_LENGTH } from '../text/limits.ts';
import type { LineRange, NodeRef } from './command.ts';
import { type CommandError, commandError } from './command-error.ts';
import { type Arguments, digitsOf } from './read-arguments.ts';

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

/** @throws {ParseRefusal} for none */
export function nodeOf({ verb, usage, node }: Arguments): NodeRef {
  if (node === null)
    throw new ParseRefusal('INVALID_SYNTAX', `${verb} needs a node`, `name it as [a7x2bc] or here: ${usage}`);
  return node;
}

/** An option that is a number of 1 or more; null without it. @throws {ParseRefusal} */
export function numberOf({ usage, options }: Arguments, option: string): number | null {
  const written = options.get(option);
  if (written === undefined) return null;
  const digits = digitsOf(written.toLowerCase());
  if (digits === null || Number(digits) === 0)
    throw new ParseRefusal('INVALID_SYNTAX', `${option} is a number of 1 or more`, usage);
  if (!Number.isSafeInteger(Number(digits)))
    throw new ParseRefusal('LIMIT_EXCEEDED', `${option} is too large`, 'use a smaller number');
  return Number(digits);
}

/** An option that is not blank; null without it. @throws {ParseRefusal} */
export function nameOf({ usage, options }: Arguments, option: string): string | null {
  const name = options.get(option)?.trim();
  if (name === undefined) return null;
  if (name === '') throw new ParseRefusal('INVALID_SYNTAX', `${option} is blank`, usage);
  return name;
}

/** The texts in the line of a command, and the lines that follow it. */
export interface Texts {
  /** The first quote, if it is a label; null for none. */
  readonly label: string | null;
  /** From the first quote to the last, without their marks; null for none. */
  readonly quoted: string | null;
  /** Null for a command that does not end in a colon. */
  readonly block: string | null;
}

/** The one text of a command. @throws {ParseRefusal} for none, one that is too long, or a blank one that may not be */
export function contentOf(
  { verb, usage }: Arguments,
  { quoted, block }: Texts,
  max: number = MAX_REMARK_LENGTH,
  mayBeBlank = false,
): string {
  const content = quoted ?? block;
  if (content === null || (!mayBeBlank && content.trim() === ''))
    throw new ParseRefusal('INVALID_SYNTAX', `${verb} needs a text`, usage);
  if (content.length > max)
    throw new ParseRefusal(
      'LIMIT_EXCEEDED',
      `max length of this text is ${max} characters`,
      'write less at once',
    );
  return content;
}

/** Why arguments make no command. It never leaves the parser. */
export class ParseRefusal extends Error {
  readonly error: CommandError;

  constructor(...args: Parameters<typeof commandError>) {
    super(args[1]);
    this.error = commandError(...args);
  }
}
