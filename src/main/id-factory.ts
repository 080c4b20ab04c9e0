import { randomBytes } from 'node:crypto';
import { decodeTime, encodeTime, incrementBase32 } from 'ulid';
import { AspenError } from '../core/errors.ts';
import { isUsableId } from '../core/ids.ts';

const TIME_LENGTH = 10;
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

export interface IdFactoryOptions {
  /** Milliseconds since 1970 UTC. */
  now(): number;
  /** The greatest existing id, for example in a file: every new id sorts after it. */
  after?: string | undefined;
}

/**
 * Creates monotonic ULIDs: ids created within one millisecond, or after the clock was set back, still sort in
 * the order they were created (`domain.md`, *Entities*). The `ulid` package does the arithmetic; its own
 * factory cannot be seeded.
 * @throws {AspenError} CORRUPT if this program cannot have written `after`, or no id could follow it
 */
export function createIdFactory({ now, after }: IdFactoryOptions): () => string {
  let last = after ?? '';
  if (last !== '' && !isUsableId(last))
    throw new AspenError('CORRUPT', `“${last.slice(0, 40)}” is not an id`);
  return () => {
    const time = now();
    const mustIncrement = last !== '' && time <= decodeTime(last);
    // The increment of a full random part carries into the time.
    last = mustIncrement ? incrementBase32(last) : encodeTime(time, TIME_LENGTH) + randomPart();
    return last;
  };
}

/** 80 random bits, the first of them zero, which leaves room to increment for a million ids per millisecond. */
function randomPart(): string {
  const bytes = randomBytes(16);
  let text = ALPHABET[(bytes[0] ?? 0) % 16] ?? '0';
  for (const byte of bytes.subarray(1)) text += ALPHABET[byte % 32] ?? '0';
  return text;
}
