import { safeStorage } from 'electron';
import type { Keychain } from '../settings/key-store.ts';
import { PORTABLE_FOLDER } from './portable.ts';

/**
 * The system's keychain (`generation.md`: with only `basic_text` available, a key lasts for the session). So it does beside
 * a portable program, because another computer's keychain cannot read it.
 */
export const keychain: Keychain = {
  isSafe: () =>
    PORTABLE_FOLDER === undefined &&
    safeStorage.isEncryptionAvailable() &&
    (process.platform !== 'linux' || safeStorage.getSelectedStorageBackend() !== 'basic_text'),
  encrypt: (secret) => safeStorage.encryptString(secret),
  decrypt: (hidden) => safeStorage.decryptString(Buffer.from(hidden)),
};
