import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { _electron, type Page } from '@playwright/test';
import { withDisplay } from '../../scripts/display.ts';
import { makeGrove } from '../../scripts/make-grove.ts';
import { LINUX_NAME } from '../../scripts/packaging/builder-config.ts';
import { playwrightLaunch, type Runtime } from '../../scripts/runtime/find-runtime.ts';
import { setUpApp } from '../../scripts/set-up-app.ts';
import { root } from '../../scripts/setup/project.mjs';
import { PackagedProgram } from '../e2e/packaged-program.ts';
import type { Bench, Row } from './harness/bench.ts';
import { timingOf } from './harness/compare.ts';

const ROUNDS = 7;

/** The same Electron with nothing of ours: a window with one field. */
const EMPTY_MAIN = `const { app, BrowserWindow } = require('electron');
app.whenReady().then(() => new BrowserWindow({ width: 1280, height: 860 }).loadURL('data:text/html,<textarea autofocus></textarea>'));
app.on('window-all-closed', () => app.quit());
`;

/** From starting the program to a caret in the manuscript, in real Electron. */
export const startBench: Bench = {
  name: 'start',
  run: ({ scale, scratch, log }) =>
    withDisplay(async () => {
      const nodes = scale.path;
      log(`starting the program with a manuscript of ${nodes.toLocaleString('en')} nodes`);
      const runtime = await setUpApp();
      const shape = { nodes, path: nodes, characters: 300, siblings: 0, versions: 0, branch: 0, longest: 0 };
      const grove = makeGrove(join(scratch, 'start.aspen'), shape).path;
      const ours = { folder: root, data: mkdtempSync(join(scratch, 'start-data-')), file: [grove] };
      const empty = {
        folder: makeEmptyApp(scratch),
        data: mkdtempSync(join(scratch, 'empty-data-')),
        file: [],
      };
      // The first start of each makes its data folder; the second is a writer's.
      for (const app of [ours, empty]) await start(runtime, app);
      const samples = { ours: [] as number[], baseline: [] as number[], again: [] as number[] };
      for (let round = 0; round < (scale.quick ? 1 : ROUNDS); round++) {
        samples.baseline.push(await start(runtime, empty));
        samples.ours.push(await start(runtime, ours));
        samples.again.push(await start(runtime, empty));
      }
      const packaged = await timePackage(
        runtime,
        { grove, empty: empty.folder, scratch, log },
        scale.quick ? 1 : ROUNDS,
      );
      return [
        {
          path: `cold start to a caret in a manuscript of ${nodes.toLocaleString('en')} nodes`,
          baseline: 'the same Electron showing an empty page',
          goal: { atMost: 2 },
          figure: { kind: 'timed', timing: timingOf(samples) },
        },
        ...packaged,
      ];
    }),
};

interface PackageBench {
  readonly grove: string;
  /** Folder of the empty app. */
  readonly empty: string;
  readonly scratch: string;
  readonly log: (line: string) => void;
}

/** The same of the program from its package, which Playwright reaches through Chromium's port: so is the empty Electron. */
async function timePackage(
  runtime: Runtime,
  { grove, empty, scratch, log }: PackageBench,
  rounds: number,
): Promise<readonly Row[]> {
  if (process.platform !== 'linux') return [];
  log('making the package, and starting the program from it');
  const script = join(root, 'scripts', 'package.ts');
  const { stdout } = await promisify(execFile)(process.execPath, [script, '--dir'], { cwd: root });
  const folder = stdout.match(/appOutDir=(\S+)/)?.[1];
  if (folder === undefined) throw new Error(`No package was made: ${stdout}`);
  const ours = {
    executable: join(root, folder, LINUX_NAME),
    data: join(scratch, 'package-data'),
    args: [grove],
  };
  const baseline = { executable: runtime.executable, data: join(scratch, 'package-empty'), args: [empty] };
  for (const app of [ours, baseline]) await startPackaged(app);
  const samples = { ours: [] as number[], baseline: [] as number[], again: [] as number[] };
  for (let round = 0; round < rounds; round++) {
    samples.baseline.push(await startPackaged(baseline));
    samples.ours.push(await startPackaged(ours));
    samples.again.push(await startPackaged(baseline));
  }
  return [
    {
      path: 'cold start of the packaged program to a caret in that manuscript',
      baseline: 'an empty Electron of the same runtime, reached in the same way',
      goal: { atMost: 2 },
      figure: { kind: 'timed', timing: timingOf(samples) },
    },
  ];
}

interface PackagedApp {
  readonly executable: string;
  readonly data: string;
  readonly args: readonly string[];
}

async function startPackaged({ executable, data, args }: PackagedApp): Promise<number> {
  const started = performance.now();
  const program = await PackagedProgram.start(executable, data, args);
  await waitForCaret(await program.firstWindow());
  const time = performance.now() - started;
  await program.quit();
  return time;
}

interface StartedApp {
  /** The app's own folder. */
  readonly folder: string;
  /** The folder of its data. */
  readonly data: string;
  readonly file: readonly string[];
}

/** Milliseconds from starting an app until the keyboard is in its text; closes it as its writer would. */
async function start(runtime: Runtime, { folder, data, file }: StartedApp): Promise<number> {
  const own = { ...runtime, args: runtime.args.map((arg) => (arg === root ? folder : arg)) };
  const launch = playwrightLaunch(own, [`--user-data-dir=${data}`, ...file]);
  const started = performance.now();
  const app = await _electron.launch(launch);
  const page = await app.firstWindow();
  await waitForCaret(page);
  const time = performance.now() - started;
  const closed = app.waitForEvent('close');
  await app.evaluate(({ app: program }) => {
    setImmediate(() => program.quit());
  });
  await closed;
  return time;
}

/** Waits until the keyboard is in the text. */
async function waitForCaret(page: Page): Promise<void> {
  await page.waitForFunction(() =>
    ['TEXTAREA', 'textbox'].includes(
      document.activeElement?.getAttribute('role') ?? document.activeElement?.tagName ?? '',
    ),
  );
}

function makeEmptyApp(scratch: string): string {
  const folder = join(scratch, 'empty-app');
  mkdirSync(folder);
  writeFileSync(
    join(folder, 'package.json'),
    JSON.stringify({ name: 'empty', version: '0.0.0', main: 'main.js' }),
  );
  writeFileSync(join(folder, 'main.js'), EMPTY_MAIN);
  return folder;
}
