import { AspenError } from '../../../core/errors.ts';
import type { Sha256 } from '../../../core/ids.ts';
import { damagedTexts } from '../../../ui-text/save-trouble.ts';
import type { Store } from '../../store/connection/store.ts';
import { checkHashes } from './check-hashes.ts';
import { checkTables } from './check-tables.ts';

export interface GroveCheckOptions {
  readonly store: Store;
  sha256(data: string | Uint8Array): Sha256;
  now(): number;
  /** The size of the file. */
  bytes(): number;
  /** Milliseconds since the writer's last input. */
  idleFor(): number;
  /** Called once if texts do not match their hashes. @param what a description of what is damaged */
  onDamage(what: string): void;
  /** Called once if SQLite reports the file as malformed. */
  onMalformed(): void;
  warn(message: string): void;
}

/**
 * Checks all texts in the background, then the tables while the writer is idle.
 * @returns stops the check
 */
export function checkGrove(options: GroveCheckOptions): () => void {
  const { store: reader, sha256, now, bytes, idleFor, onDamage, onMalformed, warn } = options;
  const onError = (error: unknown) => {
    if (error instanceof AspenError && error.code === 'CORRUPT') onMalformed();
    else warn(`the grove could not be checked: ${String(error)}`);
  };
  let stop: () => void = () => undefined;
  const onIntact = () => {
    stop = checkTables({ reader, bytes: bytes(), idleFor, onDamage: onMalformed, onError });
  };
  stop = checkHashes({
    reader,
    sha256,
    now,
    onIntact,
    onDamage: (count) => onDamage(damagedTexts(count)),
    onError,
  });
  return () => stop();
}
