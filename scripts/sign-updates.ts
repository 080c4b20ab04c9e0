// `node scripts/run.mjs sign-updates.ts vX.Y.Z FOLDER ADDRESS FILE`: writes the signed list of a release's packages, which the
// program reads when it looks for a newer version. ADDRESS is that of the folder where they are published. The private key, a
// PEM, is in the environment as UPDATES_KEY.
import { writeFileSync } from 'node:fs';
import { signedUpdateList } from './packaging/update-list.ts';
import { runScript } from './setup/run-script.mjs';
import { SetupError } from './setup/say.mjs';

await runScript(async () => {
  const [tag = '', folder = '', address = '', file = ''] = process.argv.slice(2);
  const key = process.env.UPDATES_KEY ?? '';
  if (key === '') throw new SetupError('UPDATES_KEY is not set, so the list of packages cannot be signed.');
  writeFileSync(file, signedUpdateList({ version: tag.replace(/^v/, ''), folder, address, key }));
  return 0;
});
