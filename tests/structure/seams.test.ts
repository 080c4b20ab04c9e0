import { readdirSync, readFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { describe, expect, it } from 'vitest';
import { root } from '../../scripts/setup/project.mjs';

/** Seams that exist once (`house.md`, *Seams*). */

const GATE = 'src/main/grove/writing/tree-transactions.ts';

/** Rooms whose writes are no change to a tree of the open grove. */
const EXEMPT = ['copies', 'rescue', 'sample', 'import', 'probe', 'store'];

const source = join(root, 'src');
const files = readdirSync(source, { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.ts') || name.endsWith('.tsx'))
  .map((name) => join('src', name));

/** Returns true if a file writes a tree or a path itself. */
const writesTrees = (text: string) => /\bwrite(?:Change|Path)\b/.test(text);

describe('a tree of the open grove', () => {
  it('is written in one place', () => {
    const writers = files.filter((path) => writesTrees(readFileSync(join(root, path), 'utf8')));
    const isExempt = (path: string) =>
      relative('src', path)
        .split(sep)
        .some((room) => EXEMPT.includes(room));
    expect(writers.filter((path) => !isExempt(path))).toEqual([GATE]);
  });
});
