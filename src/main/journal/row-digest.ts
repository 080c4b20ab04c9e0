import { createHash } from 'node:crypto';

/** The digest with which a row is stored: a row that does not match it is damaged. @param parts in order */
export function digestOf(...parts: readonly (string | Uint8Array)[]): string {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part);
  return hash.digest('hex');
}
