import type { Sha256 } from '../ids.ts';

/** External inputs of an operation: `core` has no clock, no randomness and no platform APIs. */
export interface IdsAndClock {
  /** A new monotonic ULID. */
  newId(): string;
  /** Milliseconds since 1970 UTC. */
  now(): number;
  /** Lower-case hexadecimal SHA-256 of the UTF-8 bytes of `text`. */
  sha256(text: string): Sha256;
}
