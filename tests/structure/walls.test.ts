import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { root } from '../../scripts/setup/project.mjs';
import { wallsOf } from '../../scripts/walls.ts';

const read = (path: string) => readFileSync(join(root, path), 'utf8');

test('the walls of Biome are those of the table in docs/house.md', () => {
  expect(read('scripts/lint/walls.json')).toBe(wallsOf(read('docs/house.md')));
});
