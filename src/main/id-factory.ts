import { randomBytes } from 'node:crypto';
import { decodeTime, encodeTime, incrementBase32, isValid } from 'ulid';
import { AspenError } from '../core/errors.ts';

const TIME_LENGTH = 10;
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

export interface IdFactoryOptions {
  /** Milliseconds since 1970 UTC. */
  now(): number;
  /** The greatest id made before, in a file for example: every new id sorts after it. */
  after?: string | undefined;
}

/**
 * Makes monotonic ULIDs: ids made in one millisecond, or after the clock stepped back, still sort in the order they
 * were made (`domain.md`, *Entities*). The `ulid` package does the arithmetic; its own factory cannot be seeded.
 * @throws {AspenError} CORRUPT where `after` is no ULID: what holds it was not written by this program
 */
export function createIdFactory({ now, after }: IdFactoryOptions): () => string {
  let last = after ?? '';
  if (last !== '' && !isValid(last)) throw new AspenError('CORRUPT', `“${last.slice(0, 40)}” is not an id`);
  return () => {
    const time = now();
    const stands = last !== '' && time <= decodeTime(last);
    last = stands
      ? last.slice(0, TIME_LENGTH) + incrementBase32(last.slice(TIME_LENGTH))
      : encodeTime(time, TIME_LENGTH) + randomPart();
    return last;
  };
}

/** 80 random bits. The first is left clear, so that a million ids in one millisecond still have room to count up. */
function randomPart(): string {
  const bytes = randomBytes(16);
  let text = ALPHABET[(bytes[0] ?? 0) % 16] ?? '0';
  for (const byte of bytes.subarray(1)) text += ALPHABET[byte % 32] ?? '0';
  return text;
}
