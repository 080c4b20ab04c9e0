import { existsSync, readFileSync } from 'node:fs';
import * as v from 'valibot';
import { AspenError } from '../../core/errors.ts';
import type { SettingsTrouble } from '../../ipc/preferences.ts';
import { KEY_NOT_SAVED, KEYS_UNREADABLE, keyNotRemoved } from '../../ui-text/settings-file.ts';
import { reasonNotWritten } from './settings-file.ts';
import { writePrivateFile } from './write-private-file.ts';

/** Encrypts secrets with the system's keychain, if it has one. */
export interface Keychain {
  /** False when anybody could decrypt the secrets: keys are then kept for the session only. */
  isSafe(): boolean;
  encrypt(secret: string): Uint8Array;
  /** @throws when another system or user encrypted it */
  decrypt(hidden: Uint8Array): string;
}

const fileSchema = v.record(
  v.string(),
  v.object({ baseUrl: v.string(), hidden: v.pipe(v.string(), v.base64()) }),
);

type StoredKeys = v.InferOutput<typeof fileSchema>;

export interface KeyStoreOptions {
  /** Path of `keys.json`. */
  readonly path: string;
  readonly keychain: Keychain;
  /** Called when keys could not be read, and must be entered again, or could not be saved. */
  onTrouble(trouble: SettingsTrouble): void;
}

export type KeyState = 'none' | 'kept' | 'session';

/**
 * Provider keys, encrypted by the system's keychain in their own file (`generation.md`, *Agents and
 * providers*). A key belongs to the address it was entered for and is not found for another.
 */
export class KeyStore {
  readonly #path: string;
  readonly #keychain: Keychain;
  readonly #onTrouble: (trouble: SettingsTrouble) => void;
  #stored: StoredKeys;
  readonly #session = new Map<string, { readonly baseUrl: string; readonly key: string }>();

  constructor({ path, keychain, onTrouble }: KeyStoreOptions) {
    this.#path = path;
    this.#keychain = keychain;
    this.#onTrouble = onTrouble;
    this.#stored = {};
    if (!existsSync(path)) return;
    try {
      this.#stored = v.parse(fileSchema, JSON.parse(readFileSync(path, 'utf8')));
    } catch {
      // Do not include the error: it may quote the file.
      onTrouble({ sentence: KEYS_UNREADABLE, detail: '' });
    }
  }

  /** Null when there is no key for this address, or the keychain cannot decrypt it any more. */
  find(providerId: string, baseUrl: string): string | null {
    const session = this.#session.get(providerId);
    if (session !== undefined) return session.baseUrl === baseUrl ? session.key : null;
    const stored = this.#stored[providerId];
    if (stored === undefined || stored.baseUrl !== baseUrl || !this.#keychain.isSafe()) return null;
    try {
      return this.#keychain.decrypt(Buffer.from(stored.hidden, 'base64'));
    } catch {
      // Encrypted by another user or a lost keychain: treat it as missing, and the page asks for a key.
      return null;
    }
  }

  stateOf(providerId: string, baseUrl: string): KeyState {
    if (this.find(providerId, baseUrl) === null) return 'none';
    return this.#session.has(providerId) ? 'session' : 'kept';
  }

  /**
   * Stores a key for one address; for the session only, if the system has no keychain or the disk fails,
   * which is reported.
   */
  set(providerId: string, baseUrl: string, key: string): void {
    this.#session.set(providerId, { baseUrl, key });
    if (!this.#keychain.isSafe()) {
      this.#forget(providerId);
      return;
    }
    const hidden = Buffer.from(this.#keychain.encrypt(key)).toString('base64');
    try {
      this.#write({ ...this.#stored, [providerId]: { baseUrl, hidden } });
      this.#session.delete(providerId);
    } catch (error) {
      this.#onTrouble({ sentence: KEY_NOT_SAVED, detail: reasonNotWritten(error) });
    }
  }

  /** @throws {AspenError} IO_ERROR when a stored key could not be deleted; it stays in use */
  remove(providerId: string): void {
    this.#forget(providerId);
    this.#session.delete(providerId);
  }

  #forget(providerId: string): void {
    if (this.#stored[providerId] === undefined) return;
    const { [providerId]: _removed, ...others } = this.#stored;
    try {
      this.#write(others);
    } catch (error) {
      throw new AspenError('IO_ERROR', keyNotRemoved(reasonNotWritten(error)), { cause: error });
    }
  }

  #write(keys: StoredKeys): void {
    writePrivateFile(this.#path, `${JSON.stringify(keys, null, 2)}\n`);
    this.#stored = keys;
  }
}
