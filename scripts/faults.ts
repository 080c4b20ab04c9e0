// `npm run faults`: injects faults from outside the program; arguments go to tests/faults/run.ts.
import { join } from 'node:path';
import { KEEPING_COMPILED_CODE } from './compiled-code.ts';
import { projectEnv, root } from './setup/project.mjs';
import { show } from './setup/run.mjs';
import { runScript } from './setup/run-script.mjs';

const file = join(root, 'tests', 'faults', 'run.ts');

await runScript(() =>
  show(process.execPath, [file, ...process.argv.slice(2)], {
    cwd: root,
    env: { ...projectEnv(), ...KEEPING_COMPILED_CODE },
  }),
);
