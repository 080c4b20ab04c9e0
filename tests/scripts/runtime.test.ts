import { chmodSync, mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { findRuntime, playwrightLaunch, type Runtime } from '../../scripts/runtime/find-runtime.ts';
import { findNodeHeaders } from '../../scripts/runtime/node-headers.ts';
import { findUnreachable, rememberUnreachable } from '../../scripts/runtime/unreachable.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'runtime-'));
});
afterEach(async () => {
  vi.unstubAllEnvs();
  await rm(folder, { recursive: true });
});

test.runIf(process.platform === 'linux')(
  'ELECTRON_OVERRIDE_DIST_PATH comes before every other runtime',
  async () => {
    writeFileSync(join(folder, 'electron'), '');
    chmodSync(join(folder, 'electron'), 0o755);
    writeFileSync(join(folder, 'version'), 'v45.0.1\n');
    vi.stubEnv('ELECTRON_OVERRIDE_DIST_PATH', folder);
    const lines: string[] = [];
    const runtime = await findRuntime((line) => lines.push(line));
    expect(runtime.executable).toBe(join(folder, 'electron'));
    expect(runtime.version).toBe('45.0.1');
    expect(runtime.env).toEqual({});
    expect(lines[0]).toBe('Runtime: Electron 45.0.1, from the folder in ELECTRON_OVERRIDE_DIST_PATH.');
    const isRoot = process.getuid?.() === 0;
    expect(runtime.args.includes('--no-sandbox')).toBe(isRoot);
    expect(lines.some((line) => line.includes('--no-sandbox'))).toBe(isRoot);
  },
);

test('an ELECTRON_OVERRIDE_DIST_PATH without Electron in it is rejected with its path', async () => {
  vi.stubEnv('ELECTRON_OVERRIDE_DIST_PATH', folder);
  await expect(findRuntime(() => {})).rejects.toThrow(`ELECTRON_OVERRIDE_DIST_PATH is ${folder}`);
});

test('Playwright gets the app’s arguments last, and does not change the runtime’s sandbox setting', () => {
  const runtime: Runtime = {
    executable: '/e',
    version: '45.4.1',
    args: ['/app'],
    env: { ASPEN_SQLITE_BINDING: '/b' },
  };
  const launch = playwrightLaunch(runtime, ['/novel.aspen']);
  expect(launch.args.slice(-2)).toEqual(['/app', '/novel.aspen']);
  expect(launch.chromiumSandbox).toBe(true);
  expect(launch.env.ASPEN_SQLITE_BINDING).toBe('/b');
  expect(launch.env.PATH).toBe(process.env.PATH);
});

test('a failed download is recorded for its version only', () => {
  rememberUnreachable('45.4.1', 'no answer', folder, new Date('2025-06-30T12:00:00Z'));
  expect(findUnreachable('45.4.1', folder)).toMatchObject({ date: '2025-06-30', reason: 'no answer' });
  expect(findUnreachable('45.4.2', folder)).toBeUndefined();
});

test('Node’s headers are taken from the folder in npm’s configuration, unless they are too old', () => {
  const headers = (name: string, major: number) => {
    const include = join(folder, name, 'include', 'node');
    mkdirSync(include, { recursive: true });
    for (const each of ['node_api.h', 'common.gypi', 'config.gypi']) writeFileSync(join(include, each), '');
    writeFileSync(join(include, 'node_version.h'), `#define NODE_MAJOR_VERSION ${major}\n`);
    return join(folder, name);
  };
  const current = headers('current', 24);
  const old = headers('old', 18);
  expect(findNodeHeaders({ npm_config_nodedir: current })).toBe(current);
  expect(findNodeHeaders({ npm_config_nodedir: old })).not.toBe(old);
});
