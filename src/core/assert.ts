/** A mistake of ours, never of the writer's: the message carries the numbers. */
export class BugError extends Error {
  override readonly name = 'BugError';
}

/**
 * Throws when an invariant of the program does not hold. A message with numbers in it is a function where a keystroke
 * passes by: to write it costs more than what it is about.
 * @throws {BugError} when `condition` is false
 */
export function assert(condition: unknown, message: string | (() => string)): asserts condition {
  if (!condition) throw new BugError(typeof message === 'string' ? message : message());
}
