import { readFileSync } from 'node:fs';
import { basename, extname, join, relative } from 'node:path';
import { expect, test } from 'vitest';
import { root } from '../../scripts/setup/project.mjs';
import { filesBelow } from '../helpers/files-with.ts';

/** The start of a fragment such as “Whether the node is pinned”, where “The node is pinned.” is a sentence. */
const FRAGMENT =
  /(?:\/\*\*?(?:\s*\n\s*\*)?|(?<=^\s*)\/\/) (?:What|Whether|Where|Who|Whom|Whose|How)(?:ever)?\b.*/gmu;
/** Names that a tool or Node gives its entry points. */
const GIVEN = new Set(['index.ts', 'index.tsx', 'tsconfig.json']);

const files = filesBelow(join(root, 'src'));

test('comments are sentences or noun phrases (`house.md`, *Comments*)', () => {
  const fragments = files
    .filter((file) => ['.ts', '.tsx', '.css'].includes(extname(file)))
    .flatMap((file) =>
      [...readFileSync(file, 'utf8').matchAll(FRAGMENT)].map(
        ([words]) => `${relative(root, file)}: ${words}`,
      ),
    );
  expect(fragments).toEqual([]);
});

test('file names differ in a tab: no three are alike (`house.md`, *Names*)', () => {
  const counts = new Map<string, number>();
  for (const name of files.map((file) => basename(file))) counts.set(name, (counts.get(name) ?? 0) + 1);
  expect([...counts].filter(([name, count]) => count > 2 && !GIVEN.has(name))).toEqual([]);
});
