// `npm run doctor FILE.aspen`: reports in plain words whether a grove is healthy, and where its bytes are.
import { join } from 'node:path';
import { type Examination, examine } from '../src/cli/doctor/examine.ts';
import { namedFile } from './named-file.ts';
import { root } from './setup/project.mjs';
import { runScript } from './setup/run-script.mjs';
import { SetupError } from './setup/say.mjs';

/** The doctor's report on a file. */
export function report({ path, about, findings, sizes, isHealthy }: Examination): string {
  const indent = (lines: readonly string[]) => lines.map((line) => (line === '' ? '' : `    ${line}`));
  return [
    path,
    ...indent(about),
    '',
    ...findings.flatMap(({ holds, sentence, details }) => [
      `${holds ? 'yes' : 'NO '} ${sentence}`,
      ...indent(details),
    ]),
    ...(sizes.length === 0 ? [] : ['', ...indent(sizes)]),
    '',
    isHealthy ? 'No problems found.' : 'Problems found. Nothing was changed.',
    '',
  ].join('\n');
}

if (import.meta.main) {
  await runScript(async () => {
    const [path, ...more] = process.argv.slice(2);
    if (path === undefined || more.length > 0)
      throw new SetupError('Give exactly one file: npm run doctor FILE.aspen');
    const examination = examine(namedFile(path), { migrations: join(root, 'migrations') });
    process.stdout.write(report(examination));
    return examination.isHealthy ? 0 : 1;
  });
}
