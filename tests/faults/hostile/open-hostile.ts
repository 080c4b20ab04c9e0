// Opens one file as the program does and prints the outcome and the memory used. Run by
// `hostile.fault.ts`, which kills it if it takes too long.
import { join } from 'node:path';
import { root } from '../../../scripts/setup/project.mjs';
import { AspenError } from '../../../src/core/errors.ts';
import { inspect } from '../../../src/main/probe/inspect.ts';
import { openProgram, say } from '../program.ts';

const [, , path = ''] = process.argv;

say('came to', await open());
say('megabytes', Math.ceil(process.resourceUsage().maxRSS / 1024));
process.exit();

/** `refused` with the reason, or `opened` with what is wrong with it. */
async function open(): Promise<string> {
  const inspection = inspect({ path, migrations: join(root, 'migrations') });
  if (inspection.kind === 'damaged') return `refused: ${inspection.faults[0]}`;
  if (inspection.kind === 'refused') return `refused: ${inspection.code}`;
  if (inspection.kind === 'older') return 'refused: it is of an older version';
  try {
    const { grove, session, close } = await openProgram(path);
    session.readPath();
    const { nodes, violations, log } = grove.read.verify();
    await close();
    if (nodes.verdict === 'invalid') return `opened, and found: ${nodes.summary}`;
    const [found] = [...violations, ...log];
    return found === undefined ? 'opened, and nothing found' : `opened, and found: ${found}`;
  } catch (error) {
    if (error instanceof AspenError) return `refused: ${error.code}`;
    throw error;
  }
}
