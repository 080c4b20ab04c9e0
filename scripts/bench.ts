// `npm run bench`: prints tables of measurements and goals; arguments go to tests/bench/run.ts.
import { join } from 'node:path';
import { projectEnv, root } from './setup/project.mjs';
import { show } from './setup/run.mjs';
import { runScript } from './setup/run-script.mjs';

const file = join(root, 'tests', 'bench', 'run.ts');

// With gc exposed, no measurement pays for the garbage of the one before it.
await runScript(() =>
  show(process.execPath, ['--expose-gc', file, ...process.argv.slice(2)], { cwd: root, env: projectEnv() }),
);
