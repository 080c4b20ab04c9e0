import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, test, vi } from 'vitest';
import { pickIsolatedFile } from '../../scripts/pick-isolated-file.ts';
import { root } from '../../scripts/setup/project.mjs';

afterEach(() => vi.unstubAllEnvs());

test('picks only files whose tests share a program', () => {
  vi.stubEnv('ASPEN_ISOLATED_FILE', undefined);
  const picked = new Set(Array.from({ length: 100 }, (_, at) => pickIsolatedFile(() => at / 100)));
  expect(picked).toContain('notes.spec.ts');
  expect(picked).not.toContain('interruptions.spec.ts');
  for (const name of picked) expect(existsSync(join(root, 'tests', 'e2e', name ?? ''))).toBe(true);
});

test('uses the file that the environment names', () => {
  vi.stubEnv('ASPEN_ISOLATED_FILE', 'find.spec.ts');
  expect(pickIsolatedFile()).toBe('find.spec.ts');
});
