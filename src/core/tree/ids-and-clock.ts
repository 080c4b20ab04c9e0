/** External inputs of an operation: `core` has no clock, no randomness and no platform APIs. */
export interface IdsAndClock {
  /** A new monotonic ULID. */
  newId(): string;
  /** Milliseconds since 1970 UTC. */
  now(): number;
}
