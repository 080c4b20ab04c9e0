import { safeStorage } from 'electron';
import type { Keychain } from '../settings/key-store.ts';

/** The system's keychain (`generation.md`: with only `basic_text` available, a key lasts for the session). */
export const keychain: Keychain = {
  isSafe: () =>
    safeStorage.isEncryptionAvailable() &&
    (process.platform !== 'linux' || safeStorage.getSelectedStorageBackend() !== 'basic_text'),
  encrypt: (secret) => safeStorage.encryptString(secret),
  decrypt: (hidden) => safeStorage.decryptString(Buffer.from(hidden)),
};
