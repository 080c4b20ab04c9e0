import { createHash, createPrivateKey, sign } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as v from 'valibot';
import { PACKAGE_KINDS, updateListSchema } from '../../src/main/support/updates.ts';

/** What the names of packages call a system and a processor, and what Node calls them. */
const SYSTEMS: Readonly<Record<string, string>> = { linux: 'linux', mac: 'darwin', win: 'win32' };
const PROCESSORS: Readonly<Record<string, string>> = {
  amd64: 'x64',
  x86_64: 'x64',
  x64: 'x64',
  arm64: 'arm64',
};

export interface Release {
  readonly version: string;
  /** The folder of its packages. */
  readonly folder: string;
  /** The address of the folder where they are published. */
  readonly address: string;
  /** The private key, as PEM. */
  readonly key: string;
}

/** The list of a release's packages as the program reads it (`main/support/updates.ts`). @throws if it has none */
export function signedUpdateList({ version, folder, address, key }: Release): string {
  const packages = readdirSync(folder).flatMap((name) => {
    const [, system = '', arch = '', kind] = /_([a-z]+)_(x86_64|[a-z0-9]+)\.(\w+)$/.exec(name) ?? [];
    if (!PACKAGE_KINDS.some((known) => known === kind)) return [];
    const bytes = readFileSync(join(folder, name));
    const sha256 = createHash('sha256').update(bytes).digest('hex');
    return {
      system: SYSTEMS[system],
      arch: PROCESSORS[arch],
      kind,
      address: `${address}/${name}`,
      name,
      size: bytes.length,
      sha256,
    };
  });
  if (packages.length === 0) throw new Error(`${folder} has no package`);
  const list = JSON.stringify(v.parse(updateListSchema, { version, packages }));
  const signature = sign(null, Buffer.from(list), createPrivateKey(key)).toString('base64');
  return JSON.stringify({ list, signature });
}
