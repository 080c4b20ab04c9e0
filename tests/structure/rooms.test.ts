import { readFileSync } from 'node:fs';
import { basename, dirname, extname, join, relative } from 'node:path';
import { expect, test } from 'vitest';
import { root } from '../../scripts/setup/project.mjs';
import { filesBelow } from '../helpers/files-with.ts';

const isCode = (name: string) => ['.ts', '.tsx'].includes(extname(name));

test('every room of src is on the map', () => {
  const map = readFileSync(join(root, 'docs/house.md'), 'utf8');
  const rooms = new Set(filesBelow(join(root, 'src')).filter(isCode).map(dirname));
  const missing = [...rooms].filter((room) => !map.includes(`${basename(room)}/`));
  expect(missing.map((room) => relative(root, room))).toEqual([]);
});
