import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
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
  const open = () => new KeyStore(path, keychain(isSafe), (reason) => broken.push(reason));
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
  expect(new KeyStore(path, changed, () => undefined).find('there', HERE)).toBeNull();
});
