import type { Sha256 } from '../ids.ts';

/** Everything an operation needs from outside: `core` has no clock, no randomness and no platform. */
export interface IdsAndClock {
  /** A fresh monotonic ULID. */
  newId(): string;
  /** Milliseconds since 1970 UTC. */
  now(): number;
  /** Lower-case hexadecimal SHA-256 of the UTF-8 bytes of `text`. */
  sha256(text: string): Sha256;
}
