import { readFileSync } from 'node:fs';
import { dirname, extname, join, relative } from 'node:path';
import { expect, test } from 'vitest';
import { root } from '../../scripts/setup/project.mjs';
import { filesBelow } from '../helpers/files-with.ts';

const importPattern = /^(?:import|export)\b[^;'"]*?from\s+'(\.[^'?]+)|\bimport\(\s*'(\.[^'?]+)/gm;

/** The files of src that each file imports, types too: Biome's own rule counts values only. */
function importsOfFiles(): ReadonlyMap<string, readonly string[]> {
  const files = filesBelow(join(root, 'src')).filter((file) => ['.ts', '.tsx'].includes(extname(file)));
  return new Map(
    files.map((file) => {
      const found = [...readFileSync(file, 'utf8').matchAll(importPattern)];
      return [file, found.map(([, from, dynamic]) => join(dirname(file), from ?? dynamic ?? ''))];
    }),
  );
}

/** The first circle found by following imports from each file, as the files along it; undefined if there is none. */
function findCircle(imports: ReadonlyMap<string, readonly string[]>): readonly string[] | undefined {
  const finished = new Set<string>();
  const follow = (file: string, trail: readonly string[]): readonly string[] | undefined => {
    if (trail.includes(file)) return [...trail.slice(trail.indexOf(file)), file];
    if (finished.has(file)) return undefined;
    for (const next of imports.get(file) ?? []) {
      const circle = follow(next, [...trail, file]);
      if (circle) return circle;
    }
    finished.add(file);
    return undefined;
  };
  for (const file of imports.keys()) {
    const circle = follow(file, []);
    if (circle) return circle;
  }
  return undefined;
}

test('no files of src import each other in a circle, not even types', () => {
  const circle = findCircle(importsOfFiles());
  expect(circle?.map((file) => relative(root, file))).toBeUndefined();
});

test('a circle of imports is found', () => {
  const imports = new Map([
    ['a', ['b']],
    ['b', ['c', 'd']],
    ['c', []],
    ['d', ['b']],
  ]);
  expect(findCircle(imports)).toEqual(['b', 'd', 'b']);
});

const session = join(root, 'src/renderer/session');

/** The room of a file of session; null for a file beside the rooms. */
function roomOf(file: string): string | null {
  const [room = '', inside] = relative(session, file).split('/');
  return inside === undefined ? null : room;
}

/** The levels of rooms in session, from above, as house.md states them. */
function readOrder(): readonly (readonly string[])[] {
  const [, order = ''] =
    /^The rooms of `session` stand in an order, from above: ([^.]*)/m.exec(
      readFileSync(join(root, 'docs/house.md'), 'utf8'),
    ) ?? [];
  return order.split('·').map((level) => [...level.matchAll(/`(\w+)`/g)].map(([, room = '']) => room));
}

test('a room of session imports only from those below it', () => {
  const levels = readOrder();
  const levelOf = (room: string | null) => {
    const level = levels.findIndex((rooms) => room !== null && rooms.includes(room));
    expect(room === null || level >= 0, `${room} is not in the order`).toBe(true);
    return room === null ? levels.length : level;
  };
  const isIn = (file: string) => file.startsWith(`${session}/`) && file !== join(session, 'hooks.ts');
  const wrong = [...importsOfFiles()].flatMap(([file, imports]) =>
    isIn(file)
      ? imports
          .filter(
            (to) => isIn(to) && roomOf(to) !== roomOf(file) && levelOf(roomOf(to)) <= levelOf(roomOf(file)),
          )
          .map((to) => `${relative(session, file)} imports ${relative(session, to)}`)
      : [],
  );
  expect(wrong).toEqual([]);
});
