import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { findCommand } from '../../../src/renderer/app/commands.ts';

const folder = join(import.meta.dirname, '../../../src/renderer/views/help');
const text = readdirSync(folder)
  .filter((name) => name.endsWith('Help.tsx'))
  .map((name) => readFileSync(join(folder, name), 'utf8'))
  .join('\n');

test('every key shown in the help belongs to a command', () => {
  const ids = [...text.matchAll(/<Key of="([^"]+)"/g)].map(([, id]) => id ?? '');
  expect(ids.length).toBeGreaterThan(20);
  expect(ids.filter((id) => findCommand(id) === undefined)).toEqual([]);
});
