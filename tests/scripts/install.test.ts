import { expect, test } from 'vitest';
import { isSameInstallation } from '../../scripts/setup/install.mjs';

const kysely = { version: '0.29.9', integrity: 'sha512-a' };

test('an installation is current if npm’s record matches the lock file', () => {
  const wanted = { '': { version: '0.1.0' }, 'node_modules/kysely': kysely };
  expect(isSameInstallation(wanted, { 'node_modules/kysely': kysely })).toBe(true);
});

test('another version, other content, or a missing or extra package makes it stale', () => {
  const wanted = { 'node_modules/kysely': kysely };
  const stale = (installed: Record<string, typeof kysely>) => !isSameInstallation(wanted, installed);
  expect(stale({ 'node_modules/kysely': { ...kysely, version: '0.29.8' } })).toBe(true);
  expect(stale({ 'node_modules/kysely': { ...kysely, integrity: 'sha512-b' } })).toBe(true);
  expect(stale({})).toBe(true);
  expect(stale({ 'node_modules/kysely': kysely, 'node_modules/ulid': kysely })).toBe(true);
});

test('an optional package may be missing if it is for another platform, or only needed by such a package', () => {
  const elsewhere = { ...kysely, optional: true, os: ['nowhere'], cpu: [process.arch] };
  const helper = { ...kysely, optional: true };
  expect(isSameInstallation({ 'node_modules/elsewhere': elsewhere, 'node_modules/helper': helper }, {})).toBe(
    true,
  );
});

test('a native package for this machine must not be missing', () => {
  const here = { ...kysely, optional: true, os: [process.platform], cpu: [process.arch] };
  expect(isSameInstallation({ 'node_modules/here': here }, {})).toBe(false);
});
