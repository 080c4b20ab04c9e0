import { expect, test } from 'vitest';
import { isSameInstallation } from '../../scripts/setup/install.mjs';

const kysely = { version: '0.29.9', integrity: 'sha512-a' };

test('an installation is current when npm’s record has what the lock file has', () => {
  const wanted = { '': { version: '0.1.0' }, 'node_modules/kysely': kysely };
  expect(isSameInstallation(wanted, { 'node_modules/kysely': kysely })).toBe(true);
});

test('another version, other content, a package too few and one too many make it stale', () => {
  const wanted = { 'node_modules/kysely': kysely };
  const stale = (installed: Record<string, typeof kysely>) => !isSameInstallation(wanted, installed);
  expect(stale({ 'node_modules/kysely': { ...kysely, version: '0.29.8' } })).toBe(true);
  expect(stale({ 'node_modules/kysely': { ...kysely, integrity: 'sha512-b' } })).toBe(true);
  expect(stale({})).toBe(true);
  expect(stale({ 'node_modules/kysely': kysely, 'node_modules/ulid': kysely })).toBe(true);
});

test('an optional package for another platform may be missing', () => {
  expect(isSameInstallation({ 'node_modules/fsevents': { ...kysely, optional: true } }, {})).toBe(true);
});
