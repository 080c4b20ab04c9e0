/** A mistake of ours, never of the writer's: the message carries the numbers. */
export class BugError extends Error {
  override readonly name = 'BugError';
}

/**
 * Throws when an invariant of the program does not hold.
 * @throws {BugError} when `condition` is false
 */
export function assert(condition: unknown, message: string): asserts condition {
  if (!condition) throw new BugError(message);
}

/** Closes a switch over a union: the compiler refuses a case that was forgotten. */
export function assertNever(value: never, what: string): never {
  throw new BugError(`unexpected ${what}: ${JSON.stringify(value)}`);
}
