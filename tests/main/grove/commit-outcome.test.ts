import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { root } from '../../../scripts/setup/project.mjs';
import { type DiskCall, readRecord } from '../../faults/power-cut/record.ts';
import { openProgram } from '../../faults/program.ts';
import { temporaryFolder } from '../../helpers/grove.ts';
import { buildPreloaded } from '../../helpers/preloaded-library.ts';

/** A commit whose outcome is unknown (`storage.md`, *Connection*): the file is reopened, nothing committed twice. */

const faults = (name: string) => join(root, 'tests', 'faults', name);

/** Calls counted by `fail-at.c`. */
const COUNTED = ['write', 'truncate', 'sync', 'unlink'];

/** The first that `commit-five.ts` commits. */
const SENTENCE = 'Sentence 1 was written here. ';

/** Returns true if a call writes a text to the grove's file itself, not to the journal beside it. */
const writesToFile = (call: DiskCall, text: string) =>
  call.kind === 'write' && call.path.endsWith('.aspen') && call.bytes.includes(text);

/** Commits five sentences into a copy of a new grove, with a library that records its calls or makes one fail. */
async function commitFive(
  folder: string,
  name: string,
  library: string | undefined,
  env: (path: string) => NodeJS.ProcessEnv,
) {
  const path = join(folder, name, 'story.aspen');
  mkdirSync(join(folder, name));
  cpSync(join(folder, 'prepared.aspen'), path);
  const { stdout } = spawnSync(process.execPath, [faults('system-calls/commit-five.ts'), path], {
    encoding: 'utf8',
    env: { ...process.env, LD_PRELOAD: library, ...env(path) },
  });
  return { path, output: stdout.split('\n') };
}

test('a commit that reached the file before its last call failed is acknowledged once', async ({ skip }) => {
  const folder = temporaryFolder();
  const recorder = await buildPreloaded(faults('power-cut/record.c'), folder);
  const failing = await buildPreloaded(faults('system-calls/fail-at.c'), folder);
  if (recorder === undefined || failing === undefined) return skip('needs Linux and a C compiler');
  const { close } = await openProgram(join(folder, 'prepared.aspen'));
  await close();
  const record = join(folder, 'record');
  await commitFive(folder, 'whole', recorder, (path) => ({ RECORD_FILES: path, RECORD_TO: record }));
  const calls = readRecord(readFileSync(record));
  // Other transactions follow before the sentence is acknowledged: the tree takes its title from the text.
  const written = calls.findIndex((call) => writesToFile(call, SENTENCE));
  const cleared = calls.findIndex(({ kind }, index) => index > written && kind === 'truncate');
  expect([calls[written]?.kind, calls[cleared + 1]?.kind]).toEqual(['write', 'sync']);
  const last = calls.slice(0, cleared + 2).filter(({ kind }) => COUNTED.includes(kind)).length;

  const { path, output } = await commitFive(folder, 'broken', failing, (file) => ({
    FAIL_FILES: file,
    FAIL_AT: String(last),
    FAIL_HOW: 'eio',
  }));
  expect(output).toEqual(expect.arrayContaining(['acknowledged 1', 'acknowledged 5']));
  expect(output.filter((line) => /^(refused|stuck)/.test(line))).toEqual([]);
  const reopened = await openProgram(path);
  const { segments, buffer } = reopened.session.readPath();
  await reopened.close();
  expect((segments.text + buffer.text).split(SENTENCE)).toHaveLength(2);
});
