import { AspenError } from '../../../core/errors.ts';
import type { Sha256 } from '../../../core/ids.ts';
import type { Store } from '../../store/connection/store.ts';
import { checkHashes } from './check-hashes.ts';
import { checkTables } from './check-tables.ts';

export interface GroveCheckOptions {
  readonly store: Store;
  sha256(data: string | Uint8Array): Sha256;
  now(): number;
  /** Of the file. */
  bytes(): number;
  /** Milliseconds since the writer did something. */
  quietFor(): number;
  /** Texts are not what their hashes are of. Once. @param what is damaged, in words */
  onDamage(what: string): void;
  /** SQLite calls the file malformed. Once. */
  onMalformed(): void;
  warn(message: string): void;
}

/**
 * Looks through the texts while the writer writes, and through the file while they do not.
 * @returns stops it
 */
export function checkGrove(options: GroveCheckOptions): () => void {
  const { store: reader, sha256, now, bytes, quietFor, onDamage, onMalformed, warn } = options;
  const onTrouble = (error: unknown) => {
    if (error instanceof AspenError && error.code === 'CORRUPT') onMalformed();
    else warn(`the grove could not be looked through: ${String(error)}`);
  };
  let stop: () => void = () => undefined;
  const onSound = () => {
    stop = checkTables({ reader, bytes: bytes(), quietFor, onDamage: onMalformed, onTrouble });
  };
  stop = checkHashes({
    reader,
    sha256,
    now,
    onSound,
    onDamage: (count) => onDamage(count === 1 ? '1 text' : `${count} texts`),
    onTrouble,
  });
  return () => stop();
}
