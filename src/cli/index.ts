/** The command line's first file: checks which Node runs it, and hands over. */
import { join } from 'node:path';
import { nodeTooOld } from '../ui-text/cli/sentences.ts';

const OLDEST_NODE = 22;

if (Number.parseInt(process.versions.node, 10) < OLDEST_NODE) {
  process.stderr.write(`${nodeTooOld(process.versions.node)}\n`);
  process.exitCode = 2;
} else {
  // An older Node could not even read the rest.
  const { main } = await import('./main.ts');
  const workers = import.meta.dirname;
  await main(process.argv.slice(2), { root: join(workers, '..', '..'), workers });
}
