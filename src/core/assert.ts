/** A bug in this program, never a mistake of the writer. The message carries the numbers. */
export class BugError extends Error {
  override readonly name = 'BugError';
}

/**
 * Throws when an invariant of the program does not hold. Code that runs on every keystroke passes the message
 * as a function, because building the string costs more than the check.
 * @throws {BugError} when `condition` is false
 */
export function assert(condition: unknown, message: string | (() => string)): asserts condition {
  if (!condition) throw new BugError(typeof message === 'string' ? message : message());
}
