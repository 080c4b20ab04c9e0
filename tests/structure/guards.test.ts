import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { root } from '../../scripts/setup/project.mjs';
import { GUARDS } from '../faults/guards/list.ts';

// Only `npm run faults -- --guards` switches them off; that they can be found must not wait for that.
describe('the guards of the program', () => {
  it.each(GUARDS)('$name: stands once where it is looked for', ({ file, off }) => {
    const code = readFileSync(join(root, file), 'utf8');
    expect(off.map(([guard]) => [guard, code.split(guard).length - 1])).toEqual(
      off.map(([guard]) => [guard, 1]),
    );
  });

  it.each(GUARDS)('$name: the tests that must notice are there', ({ tests }) => {
    expect(tests.filter((test) => !existsSync(join(root, test)))).toEqual([]);
  });
});
