// `npm run faults`: injects faults from outside the program; arguments go to tests/faults/run.ts.
import { join } from 'node:path';
import { cacheFolder } from './setup/cache-folder.mjs';
import { projectEnv, root } from './setup/project.mjs';
import { show } from './setup/run.mjs';
import { runScript } from './setup/run-script.mjs';

const file = join(root, 'tests', 'faults', 'run.ts');

// The same program starts thousands of times: Node keeps its compiled code.
const NODE_COMPILE_CACHE = join(cacheFolder(), 'faults-compiled');

await runScript(() =>
  show(process.execPath, [file, ...process.argv.slice(2)], {
    cwd: root,
    env: { ...projectEnv(), NODE_COMPILE_CACHE },
  }),
);
