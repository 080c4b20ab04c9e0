import {
  copyFileSync,
  linkSync,
  readFileSync,
  renameSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { expect, test } from 'vitest';
import { resolveFile } from '../../../../src/main/store/connection/resolve-file.ts';
import { HandlersDesk } from '../../../helpers/desk.ts';
import { temporaryFolder } from '../../../helpers/grove.ts';

/** A file that is as this program left it opens without an inspection (`storage.md`, *Opening, in order*, step 2). */

/** A desk that has written to a grove and closed it. */
async function closedDesk(): Promise<HandlersDesk> {
  const desk = new HandlersDesk();
  await desk.commit([desk.typed('It rained. ')]);
  await desk.close();
  return desk;
}

const isAsClosed = ({ registry, path }: HandlersDesk) => registry.isAsClosed(resolveFile(path));

test('a file is known as it was left, each time it was closed, and once only', async () => {
  const desk = await closedDesk();
  expect(await isAsClosed(desk)).toBe(true);
  expect(await isAsClosed(desk)).toBe(false);
  const again = new HandlersDesk(desk.path, 1_000, desk.journal, desk.backups);
  expect(await again.shown()).toBe('It rained. ');
  await again.close();
  expect(await isAsClosed(again)).toBe(true);
});

test('a grove that is closed before it was checked is known as it was left', async () => {
  const desk = await closedDesk();
  const before = readFileSync(desk.path);
  const unchecked = new HandlersDesk(desk.path, 1_000, desk.journal, desk.backups, undefined, true);
  await unchecked.grove.start(() => [unchecked.grove.sessionId]);
  await unchecked.close();
  expect(readFileSync(desk.path).equals(before)).toBe(true);
  expect(await isAsClosed(desk)).toBe(true);
});

test.each<[string, (path: string) => void]>([
  ['touched', (path) => utimesSync(path, new Date(), new Date())],
  [
    'changed by another program, with the time that it had',
    (path) => {
      const { atime, mtime } = statSync(path);
      const database = new Database(path);
      database.exec("UPDATE node SET text = 'It snowed. ' WHERE text <> ''");
      database.close();
      utimesSync(path, atime, mtime);
    },
  ],
  [
    'replaced by an equal one',
    (path) => {
      copyFileSync(path, `${path}.copy`);
      renameSync(`${path}.copy`, path);
    },
  ],
  ['given a second name', (path) => linkSync(path, join(temporaryFolder(), 'other.aspen'))],
  ['given a journal', (path) => writeFileSync(`${path}-journal`, 'from elsewhere')],
])('a file is inspected that was %s since it was closed', async (_how, change) => {
  const desk = await closedDesk();
  change(desk.path);
  expect(await isAsClosed(desk)).toBe(false);
});

test('a file is inspected whose text is in the journal', async () => {
  const desk = new HandlersDesk();
  await desk.commit([desk.typed('It rained. ')]);
  const { id: groveId, writerId: agentId } = desk.grove.snapshot();
  const head = await desk.positionAt(0);
  await desk.close();
  const draft = { head, buffer: { text: 'It sn', spans: [] }, edits: [] };
  await desk.journal.append(
    { groveId, treeId: desk.treeId, agentId, sessionId: 'crashed' },
    { kind: 'whole', draft, fileDigest: '0'.repeat(16), above: [] },
  );
  expect(await isAsClosed(desk)).toBe(false);
});
