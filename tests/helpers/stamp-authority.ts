/** A local authority of time stamps, made with openssl: its keys and certificates, and its replies. */
import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { temporaryFolder } from './grove.ts';

export const hasOpenssl = spawnSync('openssl', ['version']).status === 0;

const CONFIG = `
[req]
distinguished_name = name
[name]
[ca]
basicConstraints = critical, CA:true
[stamping]
extendedKeyUsage = critical, timeStamping
[mail]
extendedKeyUsage = emailProtection
[tsa]
default_tsa = authority
[authority]
serial = serial
default_policy = 1.2.3.4.1
digests = sha256, sha384, sha512
signer_digest = sha256
accuracy = secs:1
ess_cert_id_alg = sha256
`;

/** @param keys as `openssl req -newkey` has them; by default of an elliptic curve, which are quick to make */
export function makeAuthority(...keys: readonly string[]) {
  const folder = temporaryFolder();
  const openssl = (...args: readonly string[]) => {
    const { status, stderr, stdout } = spawnSync('openssl', args, { cwd: folder, encoding: 'utf8' });
    return { isWell: status === 0, says: `${stdout}${stderr}` };
  };
  const run = (...args: readonly string[]) => {
    const { isWell, says } = openssl(...args);
    if (!isWell) throw new Error(`openssl ${args.join(' ')}: ${says}`);
  };
  writeFileSync(join(folder, 'authority.cnf'), CONFIG);
  writeFileSync(join(folder, 'serial'), '01\n');
  const newKey = [
    '-newkey',
    ...(keys.length === 0 ? ['ec', '-pkeyopt', 'ec_paramgen_curve:P-256'] : keys),
    '-nodes',
    '-config',
    'authority.cnf',
  ];
  run(
    'req',
    '-x509',
    ...newKey,
    '-keyout',
    'ca.key',
    '-out',
    'ca.pem',
    '-subj',
    '/CN=CA',
    '-extensions',
    'ca',
  );
  for (const use of ['stamping', 'mail']) {
    run('req', ...newKey, '-keyout', `${use}.key`, '-out', `${use}.csr`, '-subj', `/CN=${use}`);
    const signing = ['-CA', 'ca.pem', '-CAkey', 'ca.key', '-CAcreateserial', '-extfile', 'authority.cnf'];
    run('x509', '-req', '-in', `${use}.csr`, ...signing, '-extensions', use, '-out', `${use}.pem`);
  }
  const write = (name: string, bytes: Uint8Array) => writeFileSync(join(folder, name), bytes);
  const read = (name: string) => readFileSync(join(folder, name));

  /** The reply to a request, signed as it has to be. */
  function reply(request: Uint8Array): Buffer {
    write('request.tsq', request);
    const signing = ['-inkey', 'stamping.key', '-signer', 'stamping.pem', '-config', 'authority.cnf'];
    run('ts', '-reply', '-queryfile', 'request.tsq', ...signing, '-out', 'reply.tsr');
    return read('reply.tsr');
  }

  return {
    openssl,
    reply,
    ca: join(folder, 'ca.pem'),
    /** The same, signed with a certificate for mail. */
    replyByMail(request: Uint8Array): Buffer {
      reply(request);
      run('ts', '-reply', '-in', 'reply.tsr', '-token_out', '-out', 'token.der');
      run('cms', '-verify', '-noverify', '-binary', '-inform', 'DER', '-in', 'token.der', '-out', 'info.der');
      const signing = ['-signer', 'mail.pem', '-inkey', 'mail.key', '-md', 'sha256', '-cades', '-nodetach'];
      const content = ['-binary', '-in', 'info.der', '-econtent_type', '1.2.840.113549.1.9.16.1.4'];
      run('cms', '-sign', ...signing, ...content, '-outform', 'DER', '-out', 'token.der');
      const inner = Buffer.concat([Buffer.from('3003020100', 'hex'), read('token.der')]);
      const length = Buffer.from([0x30, 0x82, inner.length >> 8, inner.length & 0xff]);
      return Buffer.concat([length, inner]);
    },
  };
}

export type StampAnswer = (request: Buffer, response: ServerResponse, asked: IncomingMessage) => void;

/** A service on this computer. */
export async function startStamping(answer: StampAnswer) {
  const requests: { readonly headers: IncomingMessage['headers']; readonly body: Buffer }[] = [];
  const server = createServer(async (asked, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of asked) chunks.push(chunk as Buffer);
    const body = Buffer.concat(chunks);
    requests.push({ headers: asked.headers, body });
    answer(body, response, asked);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return { address: `http://127.0.0.1:${(server.address() as AddressInfo).port}/tsr`, requests };
}
