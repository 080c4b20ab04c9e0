import { safeStorage } from 'electron';
import type { Keychain } from '../settings/key-store.ts';

/** The system's keychain (`generation.md`: where Electron has only `basic_text`, a key is kept for the session). */
export const keychain: Keychain = {
  isSafe: () =>
    safeStorage.isEncryptionAvailable() &&
    (process.platform !== 'linux' || safeStorage.getSelectedStorageBackend() !== 'basic_text'),
  hide: (secret) => safeStorage.encryptString(secret),
  reveal: (hidden) => safeStorage.decryptString(Buffer.from(hidden)),
};
