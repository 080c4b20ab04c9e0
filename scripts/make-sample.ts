// `npm run sample -- FILE.aspen`: writes the sample grove to a new file.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { writeSampleGrove } from '../src/main/grove/sample/sample-grove.ts';
import { createIdFactory } from '../src/main/id-factory.ts';
import { namedFile } from './named-file.ts';
import { root } from './setup/project.mjs';
import { runScript } from './setup/run-script.mjs';
import { SetupError, say } from './setup/say.mjs';

/** The texts of the sample, one per tree, in the order in which they are written. */
export function readSampleSources(folder: string = join(root, 'resources', 'sample')): readonly string[] {
  return readdirSync(folder)
    .filter((name) => name.endsWith('.txt'))
    .sort()
    .map((name) => readFileSync(join(folder, name), 'utf8'));
}

/** Writes the sample grove for a new writer called “Writer”. */
export function makeSample(path: string): void {
  writeSampleGrove({
    path,
    sources: readSampleSources(),
    migrations: join(root, 'migrations'),
    writer: { id: createIdFactory({ now: Date.now })(), name: 'Writer' },
    now: Date.now(),
    makeIds: (now) => createIdFactory({ now }),
  });
}

if (import.meta.main) {
  await runScript(async () => {
    const [path, ...more] = process.argv.slice(2);
    if (path === undefined || more.length > 0)
      throw new SetupError('Give exactly one file: npm run sample -- FILE.aspen');
    const file = namedFile(path);
    makeSample(file);
    say(`Wrote ${file}.`);
    return 0;
  });
}
