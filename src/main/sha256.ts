import { createHash } from 'node:crypto';
import type { Sha256 } from '../core/ids.ts';
import type { Sha256OfStream } from './generation/response-body.ts';

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
