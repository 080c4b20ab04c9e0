import { readdirSync, readFileSync } from 'node:fs';
import { basename, extname, join, relative } from 'node:path';
import { describe, expect, it } from 'vitest';
import { root } from '../../scripts/setup/project.mjs';

const isCode = (name: string) => ['.ts', '.tsx'].includes(extname(name));

interface Room {
  readonly path: string;
  readonly files: readonly string[];
}

function roomsUnder(folder: string): Room[] {
  const entries = readdirSync(folder, { withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile() && isCode(entry.name)).map(({ name }) => name);
  const rooms = entries.filter((entry) => entry.isDirectory());
  return [
    { path: relative(root, folder), files },
    ...rooms.flatMap(({ name }) => roomsUnder(join(folder, name))),
  ];
}

describe('the rooms of src', () => {
  const rooms = roomsUnder(join(root, 'src'));

  it('are all on the map', () => {
    const map = readFileSync(join(root, 'docs/house.md'), 'utf8');
    const isNamed = (path: string) => map.includes(`${basename(path)}/`);
    expect(
      rooms.filter(({ path, files }) => files.length > 0 && !isNamed(path)).map(({ path }) => path),
    ).toEqual([]);
  });

  it('are where the table of moves says that files went', () => {
    const table = readFileSync(join(root, 'docs/design/moved.md'), 'utf8');
    const rows = [...table.matchAll(/^\| `([^`]+)` \| `([^`]+)` \|$/gm)].map(([, , to = '']) => to);
    const files = new Set(rooms.flatMap(({ path, files }) => files.map((name) => join(path, name))));
    expect(rows.length).toBeGreaterThan(0);
    expect(rows.filter((to) => isCode(to) && !files.has(to))).toEqual([]);
  });
});
