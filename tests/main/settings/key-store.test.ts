import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { SettingsTrouble } from '../../../src/ipc/preferences.ts';
import { type Keychain, KeyStore } from '../../../src/main/settings/key-store.ts';
import { temporaryFolder } from '../../helpers/grove.ts';

const KEY = 'sk-canary-4711';
const HERE = 'https://api.example.com/v1';

function keychain(isSafe = true): Keychain {
  return {
    isSafe: () => isSafe,
    encrypt: (secret) => Buffer.from(secret).map((byte) => byte ^ 0x5a),
    decrypt: (hidden) => Buffer.from(hidden.map((byte) => byte ^ 0x5a)).toString(),
  };
}

function desk(isSafe = true) {
  const path = join(temporaryFolder(), 'keys.json');
  const broken: string[] = [];
  const onTrouble = ({ sentence, detail }: SettingsTrouble) => broken.push(`${sentence} ${detail}`.trim());
  const open = () => new KeyStore({ path, keychain: keychain(isSafe), onTrouble });
  return { path, open, broken };
}

test('a key is stored across restarts, and never in plain text', () => {
  const { path, open } = desk();
  open().set('there', HERE, KEY);
  expect(open().find('there', HERE)).toBe(KEY);
  expect(open().stateOf('there', HERE)).toBe('kept');
  expect(readFileSync(path, 'utf8')).not.toContain(KEY);
  expect(statSync(path).mode & 0o077).toBe(0);
});

test('a key belongs to one address', () => {
  const { open } = desk();
  const keys = open();
  keys.set('there', HERE, KEY);
  expect(keys.find('there', 'https://elsewhere.example/v1')).toBeNull();
  expect(keys.stateOf('there', 'https://elsewhere.example/v1')).toBe('none');
});

test('without a keychain a key lasts for the session and is not written', () => {
  const { path, open } = desk(false);
  const keys = open();
  keys.set('there', HERE, KEY);
  expect(keys.find('there', HERE)).toBe(KEY);
  expect(keys.stateOf('there', HERE)).toBe('session');
  expect(existsSync(path)).toBe(false);
  expect(open().find('there', HERE)).toBeNull();
});

test('a removed key is gone from the file too', () => {
  const { open } = desk();
  const keys = open();
  keys.set('there', HERE, KEY);
  keys.remove('there');
  expect(keys.stateOf('there', HERE)).toBe('none');
  expect(open().find('there', HERE)).toBeNull();
});

test('a broken file has no keys, is reported without its contents, and does not stop the program', () => {
  const { path, open, broken } = desk();
  writeFileSync(path, `{ "there": { "baseUrl": "${HERE}", "hidden": "${KEY} `);
  expect(open().find('there', HERE)).toBeNull();
  expect(broken).toHaveLength(1);
  expect(broken.join()).not.toContain(KEY);
});

test('a key that the keychain cannot decrypt counts as missing', () => {
  const { path, open } = desk();
  open().set('there', HERE, KEY);
  const changed: Keychain = {
    ...keychain(),
    decrypt: () => {
      throw new Error('another user');
    },
  };
  const keys = new KeyStore({ path, keychain: changed, onTrouble: () => undefined });
  expect(keys.find('there', HERE)).toBeNull();
});

test('a key that cannot be saved is in use until the program ends, and that is reported', () => {
  const { path, open, broken } = desk();
  const keys = open();
  keys.set('there', HERE, 'sk-before');
  mkdirSync(`${path}.partial`);
  keys.set('there', HERE, KEY);
  expect([keys.find('there', HERE), keys.stateOf('there', HERE)]).toEqual([KEY, 'session']);
  expect(broken).toEqual([
    expect.stringMatching(/^The key could not be saved. It is in use until you quit the program. EISDIR/),
  ]);
  expect(broken[0]).not.toContain(KEY);
  expect(open().find('there', HERE)).toBe('sk-before');
});

test('a key that cannot be deleted is not said to be', () => {
  const { path, open } = desk();
  const keys = open();
  keys.set('there', HERE, KEY);
  mkdirSync(`${path}.partial`);
  expect(() => keys.remove('there')).toThrow('The key is still stored on this computer.');
  expect(keys.stateOf('there', HERE)).toBe('kept');
});
