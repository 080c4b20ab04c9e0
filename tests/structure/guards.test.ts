import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { root } from '../../scripts/setup/project.mjs';
import { GUARDS } from '../faults/guards/list.ts';

// Only `npm run faults -- --guards` switches guards off; this checks on every run that they can be found.
describe('the program’s guards', () => {
  it.each(GUARDS)('$name: occurs exactly once in its file', ({ file, off }) => {
    const code = readFileSync(join(root, file), 'utf8');
    expect(off.map(([guard]) => [guard, code.split(guard).length - 1])).toEqual(
      off.map(([guard]) => [guard, 1]),
    );
  });

  it.each(GUARDS)('$name: its tests exist', ({ tests }) => {
    expect(tests.filter((test) => !existsSync(join(root, test)))).toEqual([]);
  });
});
