import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { HandlersDesk } from '../../helpers/desk.ts';
import { temporaryFolder } from '../../helpers/grove.ts';
import { DEB, startBeside } from '../../helpers/published-release.ts';

test('a newer version is found, fetched and checked, and installed after a backup of what is open', async () => {
  const { desk, published, look } = await startBeside();
  expect(await look()).toEqual({ version: '1.10.0', size: 46, isFetched: false });
  expect(published.requests.map(({ url }) => url)).toEqual(['/updates.json']);
  expect(await desk.call('support.fetchUpdate', {})).toEqual({ isFetched: true });
  expect(desk.events).toContainEqual({ name: 'share', value: 1 });
  expect(await look()).toEqual({ version: '1.10.0', size: 46, isFetched: true });

  const other = await desk.registry.open(join(temporaryFolder(), 'other.aspen'), true);
  onTestFinished(() => other.close());
  const session = other.treeSession(other.snapshot().openTreeId);
  const { pathVersion } = session.readPath();
  void session.saveDraft({ pathVersion, ops: [desk.typed('words of a moment ago')] }, null, null);
  await desk.call('support.installUpdate', {});
  expect(desk.events.at(-1)).toEqual({ name: 'opened', value: join(desk.settingsFolder, 'updates', DEB) });
  const [backup = ''] = readdirSync(desk.backups, { recursive: true, encoding: 'utf8' }).filter((name) =>
    name.endsWith('.aspen'),
  );
  expect(readFileSync(join(desk.backups, backup), 'latin1')).toContain('words of a moment ago');
});

test('nothing is requested unless the writer asks or allows it, then once a day, and it says nothing of them', async () => {
  const { desk, published, look } = await startBeside('1.9.0');
  expect(await look(false)).toBeNull();
  expect(published.requests).toEqual([]);
  await desk.call('settings.update', { looksForUpdates: true });
  await look(false);
  await look(false);
  expect(published.requests).toHaveLength(1);
  expect(Object.keys(published.requests[0]?.headers ?? {}).sort()).toEqual([
    'accept',
    'accept-encoding',
    'accept-language',
    'connection',
    'host',
    'sec-fetch-mode',
    'user-agent',
  ]);
  expect(published.requests[0]?.headers).toMatchObject({
    'user-agent': 'Aspen Grove',
    'accept-language': '*',
  });
});

test.each([
  ['1.9.0', null],
  ['1.8.99', null],
  ['1.9.1', { version: '1.9.1', size: null, isFetched: false }],
  ['2.0.0', { version: '2.0.0', size: null, isFetched: false }],
])('beside 1.9.0, a release %s without a package for this computer', async (version, found) => {
  const { look } = await startBeside(version, ['aspen-grove_1.10.0_mac_arm64.dmg']);
  expect(await look()).toEqual(found);
});

test.each<[string, (published: Awaited<ReturnType<typeof startBeside>>['published']) => void, RegExp]>([
  [
    'a list that was changed',
    (published) => {
      published.list = published.list.replace('1.10.0', '1.99.0');
    },
    /signature/,
  ],
  [
    'a list signed with another key',
    (published) => {
      published.list = JSON.stringify({ ...JSON.parse(published.list), signature: 'AAAA' });
    },
    /signature/,
  ],
  [
    'a page of a hotel',
    (published) => {
      published.list = '<html>Welcome</html>';
    },
    /JSON/,
  ],
  [
    'an endless list',
    (published) => {
      published.list = ' '.repeat(70_000);
    },
    /too long/,
  ],
])('%s is refused', async (_what, change, reason) => {
  const { published, look } = await startBeside();
  change(published);
  await expect(look()).rejects.toMatchObject({ code: 'NOT_UPDATED', detail: expect.stringMatching(reason) });
});

test('a package that is not the listed one is refused, and nothing of it is kept', async () => {
  const { desk, published, look } = await startBeside();
  await look();
  for (const [body, reason] of [
    ['another package of this length, 46 characters.', /listed/],
    ['x'.repeat(99), /longer/],
    ['short', /listed/],
  ] as const) {
    published.files.set(`/${DEB}`, Buffer.from(body));
    await expect(desk.call('support.fetchUpdate', {})).rejects.toMatchObject({
      code: 'NOT_UPDATED',
      detail: expect.stringMatching(reason),
    });
  }
  expect(readdirSync(join(desk.settingsFolder, 'updates'))).toEqual(['last-look']);
  await expect(desk.call('support.installUpdate', {})).rejects.toMatchObject({ code: 'NOT_UPDATED' });
});

test('a fetched package that was changed on the disk is not installed', async () => {
  const { desk, look } = await startBeside();
  await look();
  await desk.call('support.fetchUpdate', {});
  writeFileSync(join(desk.settingsFolder, 'updates', DEB), 'something else of 46 characters, as it happens');
  await expect(desk.call('support.installUpdate', {})).rejects.toMatchObject({ code: 'NOT_UPDATED' });
  expect(desk.events.map(({ name }) => name)).not.toContain('opened');
});

test('a build from source looks nowhere, and says so', async () => {
  await expect(new HandlersDesk().call('support.lookForUpdate', { asked: true })).rejects.toMatchObject({
    code: 'NOT_UPDATED',
    detail: 'this build was made from its source and looks nowhere',
  });
});
