import { createHash, hash } from 'node:crypto';
import type { Sha256 } from '../core/ids.ts';
import type { Sha256OfStream } from './generation/response-body.ts';

/** Stands for `core/provenance/sha256.ts` wherever there is Node, as `#sha256` (package.json). */
export function sha256(data: string | Uint8Array): Sha256 {
  return hash('sha256', data, 'hex') as Sha256;
}

/** Hashes bytes that arrive in pieces. */
export function createSha256(): Sha256OfStream {
  const hash = createHash('sha256');
  return {
    update: (bytes) => {
      hash.update(bytes);
    },
    digest: () => hash.digest('hex') as Sha256,
  };
}
