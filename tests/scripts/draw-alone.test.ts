import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, test, vi } from 'vitest';
import { drawAlone } from '../../scripts/draw-alone.ts';
import { root } from '../../scripts/setup/project.mjs';

afterEach(() => vi.unstubAllEnvs());

test('any file whose tests share a program may be drawn, and no other', () => {
  vi.stubEnv('ASPEN_ALONE', undefined);
  const drawn = new Set(Array.from({ length: 100 }, (_, at) => drawAlone(() => at / 100)));
  expect(drawn).toContain('notes.spec.ts');
  expect(drawn).not.toContain('recovery.spec.ts');
  for (const name of drawn) expect(existsSync(join(root, 'tests', 'e2e', name ?? ''))).toBe(true);
});

test('one that is named is not drawn', () => {
  vi.stubEnv('ASPEN_ALONE', 'find.spec.ts');
  expect(drawAlone()).toBe('find.spec.ts');
});
