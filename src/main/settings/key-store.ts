import { existsSync, readFileSync } from 'node:fs';
import * as v from 'valibot';
import { writeWhole } from './write-whole.ts';

/** What hides a secret on this computer: the system's keychain, where it has one. */
export interface Keychain {
  /** False where what it hides could be read by anybody: keys are kept for the session only then. */
  isSafe(): boolean;
  hide(secret: string): Uint8Array;
  /** @throws where it was hidden by another system or user */
  reveal(hidden: Uint8Array): string;
}

const fileSchema = v.record(
  v.string(),
  v.object({ baseUrl: v.string(), hidden: v.pipe(v.string(), v.base64()) }),
);

type KeptKeys = v.InferOutput<typeof fileSchema>;

export type KeyState = 'none' | 'kept' | 'session';

/**
 * The keys of providers, hidden by the system's keychain in a file of their own (`generation.md`, *Agents and
 * providers*). A key belongs to the address it was given for: for another it is not there.
 */
export class KeyStore {
  readonly #path: string;
  readonly #keychain: Keychain;
  #kept: KeptKeys;
  readonly #session = new Map<string, { readonly baseUrl: string; readonly key: string }>();

  /** @param onBroken told when the file could not be read; its keys have to be given again */
  constructor(path: string, keychain: Keychain, onBroken: (reason: string) => void) {
    this.#path = path;
    this.#keychain = keychain;
    this.#kept = {};
    if (!existsSync(path)) return;
    try {
      this.#kept = v.parse(fileSchema, JSON.parse(readFileSync(path, 'utf8')));
    } catch {
      // What is wrong with it is not repeated: an error may quote the file.
      onBroken('keys.json could not be read');
    }
  }

  /** Null where there is none for this address, or the keychain no longer reveals it. */
  find(providerId: string, baseUrl: string): string | null {
    const session = this.#session.get(providerId);
    if (session !== undefined) return session.baseUrl === baseUrl ? session.key : null;
    const kept = this.#kept[providerId];
    if (kept === undefined || kept.baseUrl !== baseUrl || !this.#keychain.isSafe()) return null;
    try {
      return this.#keychain.reveal(Buffer.from(kept.hidden, 'base64'));
    } catch {
      // Hidden by another user or a keychain that is gone: as good as no key, and the page says that one is wanted.
      return null;
    }
  }

  stateOf(providerId: string, baseUrl: string): KeyState {
    if (this.find(providerId, baseUrl) === null) return 'none';
    return this.#session.has(providerId) ? 'session' : 'kept';
  }

  /** Keeps a key for one address; for the session only where the system has no keychain. */
  set(providerId: string, baseUrl: string, key: string): void {
    this.remove(providerId);
    if (!this.#keychain.isSafe()) {
      this.#session.set(providerId, { baseUrl, key });
      return;
    }
    const hidden = Buffer.from(this.#keychain.hide(key)).toString('base64');
    this.#kept = { ...this.#kept, [providerId]: { baseUrl, hidden } };
    this.#write();
  }

  remove(providerId: string): void {
    this.#session.delete(providerId);
    if (this.#kept[providerId] === undefined) return;
    const { [providerId]: _gone, ...others } = this.#kept;
    this.#kept = others;
    this.#write();
  }

  #write(): void {
    writeWhole(this.#path, `${JSON.stringify(this.#kept, null, 2)}\n`);
  }
}
