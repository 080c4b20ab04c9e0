// `node scripts/run.mjs check-release.ts vX.Y.Z`: refuses to release what users could not be told apart or written about.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { releaseFaults } from './packaging/release-faults.ts';
import { root } from './setup/project.mjs';
import { runScript } from './setup/run-script.mjs';
import { say } from './setup/say.mjs';

await runScript(async () => {
  const read = (path: string) => readFileSync(join(root, path), 'utf8');
  const metainfo = read('build/linux/app.aspengrove.AspenGrove.metainfo.xml');
  const faults = releaseFaults(process.argv[2] ?? '', JSON.parse(read('package.json')), metainfo);
  for (const fault of faults) say(fault);
  return faults.length === 0 ? 0 : 1;
});
