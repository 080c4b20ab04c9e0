import { generateKeyPairSync } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { signedUpdateList } from '../../scripts/packaging/update-list.ts';
import { HandlersDesk } from './desk.ts';
import { temporaryFolder } from './grove.ts';

const { publicKey, privateKey } = generateKeyPairSync('ed25519');
const key = publicKey.export({ format: 'der', type: 'spki' }).toString('base64');
const pem = privateKey.export({ format: 'pem', type: 'pkcs8' }).toString();

export const DEB = 'aspen-grove_1.10.0_linux_amd64.deb';

/** A desk of version 1.9.0, and a server that publishes a release. */
export async function startBeside(
  version = '1.10.0',
  files: readonly string[] = [DEB, 'aspen-grove_1.10.0_win_x64.exe'],
) {
  const folder = temporaryFolder();
  for (const name of files) writeFileSync(join(folder, name), `the package ${name}`);
  const published = {
    requests: [] as { readonly url: string; readonly headers: object }[],
    list: '',
    files: new Map(files.map((name) => [`/${name}`, readFileSync(join(folder, name))])),
  };
  const server = createServer(({ url = '', headers }, response) => {
    published.requests.push({ url, headers });
    const body = url === '/updates.json' ? published.list : published.files.get(url);
    response.writeHead(body === undefined ? 404 : 200).end(body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  published.list = signedUpdateList({ version, folder, address, key: pem });
  const desk = new HandlersDesk();
  desk.updateSource = { list: `${address}/updates.json`, key };
  const look = (asked = true) => desk.call('support.lookForUpdate', { asked });
  return { desk, published, look };
}
