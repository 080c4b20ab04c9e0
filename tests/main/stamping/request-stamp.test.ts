import { createHash, randomBytes } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { isStampAddress } from '../../../src/core/answers/service-address.ts';
import { requestStamp } from '../../../src/main/stamping/request-stamp.ts';
import { checkStamp, stampRequest } from '../../../src/main/stamping/time-stamp.ts';
import { temporaryFolder } from '../../helpers/grove.ts';
import { hasOpenssl, makeAuthority, type StampAnswer, startStamping } from '../../helpers/stamp-authority.ts';

/** Time stamps of reports (`books.md`, *Time stamps*), by authorities that openssl makes. */

const REPORT = '{"format":"aspen-report-1"}\n';
const digest = createHash('sha256').update(REPORT).digest();
const nonce = Buffer.from('8011223344556677', 'hex');
const { signal } = new AbortController();

test('a request has the hash, a number, and the wish for the certificate', () => {
  const request = stampRequest({ digest, nonce });
  expect(request.toString('hex')).toBe(
    `30440201013031300d060960864801650304020105000420${digest.toString('hex')}02090080112233445566770101ff`,
  );
});

test.each([
  ['https://stamps.example/tsr', true],
  ['http://127.0.0.1:3000/tsr', true],
  ['http://stamps.example/tsr', false],
  ['http://192.168.0.7/tsr', false],
  ['ftp://127.0.0.1/', false],
  ['stamps.example', false],
])('a hash may be sent to %s: %s', (address, may) => {
  expect(isStampAddress(address)).toBe(may);
});

describe.runIf(hasOpenssl)('an authority', () => {
  test.each([
    ['RSA', ['rsa:2048']],
    ['an elliptic curve', []],
  ])(
    'that signs with %s stamps a report, which openssl verifies, until one character is changed',
    async (_, keys) => {
      const authority = makeAuthority(...keys);
      const service = await startStamping((request, response) => response.end(authority.reply(request)));
      const before = Date.now();
      const { reply, time } = await requestStamp(service.address, { digest, nonce }, signal);
      expect(Math.abs(time - before)).toBeLessThan(60_000);
      expect(service.requests.map(({ body }) => body)).toEqual([stampRequest({ digest, nonce })]);
      expect(service.requests[0]?.headers).toMatchObject({
        'content-type': 'application/timestamp-query',
        'user-agent': 'Aspen Grove',
      });
      const folder = temporaryFolder();
      const [report, stamp] = [join(folder, 'report.json'), join(folder, 'report.tsr')];
      writeFileSync(report, REPORT);
      writeFileSync(stamp, reply);
      const verified = ['ts', '-verify', '-data', report, '-in', stamp, '-CAfile', authority.ca];
      expect(authority.openssl(...verified)).toEqual({
        isWell: true,
        says: expect.stringContaining('Verification: OK'),
      });
      writeFileSync(report, REPORT.replace('1', '2'));
      expect(authority.openssl(...verified)).toMatchObject({
        isWell: false,
        says: expect.stringMatching(/mismatch/),
      });
    },
  );

  test('every reply with one other byte is refused, or says the same', () => {
    const authority = makeAuthority();
    const reply = authority.reply(stampRequest({ digest, nonce }));
    const time = checkStamp(reply, { digest, nonce });
    let refused = 0;
    for (let at = 0; at < reply.length; at += 1) {
      const changed = Buffer.from(reply);
      changed[at] = (changed[at] ?? 0) ^ 1;
      try {
        expect(checkStamp(changed, { digest, nonce })).toBe(time);
      } catch (error) {
        expect(error).toMatchObject({ code: 'NOT_STAMPED' });
        refused += 1;
      }
    }
    // What is not signed: versions, sets of algorithms, the name and number of the certificate.
    expect(refused).toBeGreaterThan(0.6 * reply.length);
  });

  const other = { digest: createHash('sha256').update('else').digest(), nonce };
  test.each<[string, (authority: ReturnType<typeof makeAuthority>) => StampAnswer, RegExp]>([
    [
      'stamps something else',
      (authority) => (_request, response) => response.end(authority.reply(stampRequest(other))),
      /something else was stamped/,
    ],
    [
      'replies to another request',
      (authority) => (_request, response) =>
        response.end(authority.reply(stampRequest({ digest, nonce: randomBytes(8) }))),
      /another request/,
    ],
    [
      'has a certificate for mail',
      (authority) => (request, response) => response.end(authority.replyByMail(request)),
      /not for time stamps/,
    ],
    ['refuses', () => (_request, response) => response.end(Buffer.from('30053003020102', 'hex')), /refused/],
    [
      'signs something else',
      (authority) => (request, response) => {
        const reply = authority.reply(request);
        reply[reply.length - 1] = (reply.at(-1) ?? 0) ^ 1;
        response.end(reply);
      },
      /signature is wrong/,
    ],
  ])('that %s is not believed', async (_what, answerOf, reason) => {
    const service = await startStamping(answerOf(makeAuthority()));
    await expect(requestStamp(service.address, { digest, nonce }, signal)).rejects.toMatchObject({
      code: 'NOT_STAMPED',
      detail: expect.stringMatching(reason),
    });
  });
});

test.each<[string, StampAnswer, RegExp]>([
  ['is silent', () => undefined, /in time/],
  ['stops in the middle', (_request, response) => void response.write('0'), /in time/],
  ['breaks off', (_request, response) => void response.destroy(), /./],
  ['answers 500', (_request, response) => void response.writeHead(500).end('no'), /answered 500/],
  [
    'leads elsewhere',
    (_r, response) => void response.writeHead(307, { location: 'http://a.example/' }).end(),
    /307/,
  ],
  ['sends a page', (_request, response) => void response.end('<html>Welcome</html>'), /no time stamp/],
  ['sends nothing', (_request, response) => void response.end(), /no time stamp/],
  [
    'sends a gigabyte',
    (_request, response) => {
      const more = () => {
        while (response.write(Buffer.alloc(1024 * 1024))) if (response.destroyed) return;
      };
      response.on('drain', more);
      more();
    },
    /too long/,
  ],
])('a service that %s stamps nothing', async (_what, answer, reason) => {
  const service = await startStamping(answer);
  await expect(requestStamp(service.address, { digest, nonce }, signal, 400)).rejects.toMatchObject({
    code: 'NOT_STAMPED',
    detail: expect.stringMatching(reason),
  });
});

test('a request that the writer stops ends with their reason', async () => {
  const stopped = new AbortController();
  const service = await startStamping(() => stopped.abort());
  await expect(requestStamp(service.address, { digest, nonce }, stopped.signal)).rejects.toMatchObject({
    name: 'AbortError',
  });
});
