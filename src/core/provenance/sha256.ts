import { sha256 as digest } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import type { Sha256 } from '../ids.ts';

/**
 * The SHA-256 of these bytes, or of a string's UTF-8, in lower-case hexadecimal. Import it as `#sha256`: where there is
 * Node, package.json puts Node's own code in the place of this file (`main/sha256.ts`), which is many times as fast.
 */
export function sha256(data: string | Uint8Array): Sha256 {
  return bytesToHex(digest(typeof data === 'string' ? utf8ToBytes(data) : data)) as Sha256;
}
