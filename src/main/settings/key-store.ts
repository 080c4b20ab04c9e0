import { existsSync, readFileSync } from 'node:fs';
import * as v from 'valibot';
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

export type KeyState = 'none' | 'kept' | 'session';

/**
 * Provider keys, encrypted by the system's keychain in their own file (`generation.md`, *Agents and
 * providers*). A key belongs to the address it was entered for and is not found for another.
 */
export class KeyStore {
  readonly #path: string;
  readonly #keychain: Keychain;
  #stored: StoredKeys;
  readonly #session = new Map<string, { readonly baseUrl: string; readonly key: string }>();

  /** @param onBroken called when the file could not be read; its keys must be entered again */
  constructor(path: string, keychain: Keychain, onBroken: (reason: string) => void) {
    this.#path = path;
    this.#keychain = keychain;
    this.#stored = {};
    if (!existsSync(path)) return;
    try {
      this.#stored = v.parse(fileSchema, JSON.parse(readFileSync(path, 'utf8')));
    } catch {
      // Do not include the error: it may quote the file.
      onBroken('keys.json could not be read');
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

  /** Stores a key for one address; for the session only, if the system has no keychain. */
  set(providerId: string, baseUrl: string, key: string): void {
    this.remove(providerId);
    if (!this.#keychain.isSafe()) {
      this.#session.set(providerId, { baseUrl, key });
      return;
    }
    const hidden = Buffer.from(this.#keychain.encrypt(key)).toString('base64');
    this.#stored = { ...this.#stored, [providerId]: { baseUrl, hidden } };
    this.#write();
  }

  remove(providerId: string): void {
    this.#session.delete(providerId);
    if (this.#stored[providerId] === undefined) return;
    const { [providerId]: _removed, ...others } = this.#stored;
    this.#stored = others;
    this.#write();
  }

  #write(): void {
    writePrivateFile(this.#path, `${JSON.stringify(this.#stored, null, 2)}\n`);
  }
}
