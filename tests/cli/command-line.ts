/** The command line as a package has it: the bundle in a folder of its own, run by Node in processes of their own. */
import { type ChildProcess, spawn } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { build } from 'vite';
import { root } from '../../scripts/setup/project.mjs';
import { digestOf } from '../helpers/grove.ts';

/** What a command left. */
export interface Outcome {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

export interface CommandLine {
  /** The folder in which commands run. */
  readonly folder: string;
  readonly launcher: string;
  run(...args: readonly string[]): Promise<Outcome>;
  start(args: readonly string[]): ChildProcess;
  /** The temporary files that commands have left. */
  leftovers(): readonly string[];
  remove(): void;
}

/** Builds the bundle and lays it out as a package does: with the launcher, the migrations and better-sqlite3. */
export async function installCommandLine(): Promise<CommandLine> {
  const program = mkdtempSync(join(tmpdir(), 'aspen-command-line-'));
  const installed = join(program, 'resources');
  const unpacked = join(installed, 'app.asar.unpacked');
  await build({
    configFile: join(root, 'vite.cli.config.ts'),
    root,
    logLevel: 'error',
    build: { outDir: join(unpacked, 'out', 'cli'), minify: false },
  });
  symlinkSync(join(root, 'migrations'), join(unpacked, 'migrations'));
  symlinkSync(join(root, 'node_modules'), join(unpacked, 'node_modules'));
  cpSync(join(root, 'resources', 'cli'), join(installed, 'cli'), { recursive: true });
  const folder = join(installed, 'work');
  const temporary = join(installed, 'temporary');
  for (const path of [folder, temporary]) mkdirSync(path);
  const bundle = join(unpacked, 'out', 'cli', 'aspen.js');
  const env = { ...process.env, TMPDIR: temporary, XDG_CONFIG_HOME: join(installed, 'config') };
  const start = (args: readonly string[]) => spawn(process.execPath, [bundle, ...args], { cwd: folder, env });
  return {
    folder,
    launcher: join(installed, 'cli', 'aspen'),
    start,
    run: (...args) => outcomeOf(start(args)),
    leftovers: () => readdirSync(temporary),
    remove: () => rmSync(program, { recursive: true, force: true }),
  };
}

export function outcomeOf(child: ChildProcess): Promise<Outcome> {
  let [out, err] = ['', ''];
  child.stdout?.setEncoding('utf8').on('data', (text) => {
    out += text;
  });
  child.stderr?.setEncoding('utf8').on('data', (text) => {
    err += text;
  });
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) => resolve({ code, out, err }));
  });
}

/** The names and contents of a file and of all that lies beside it. */
export function besides(path: string): Readonly<Record<string, string>> {
  const folder = dirname(path);
  const files = readdirSync(folder, { withFileTypes: true }).filter((entry) => entry.isFile());
  return Object.fromEntries(files.map(({ name }) => [name, digestOf(join(folder, name))]));
}

export function textOf(path: string): string {
  return readFileSync(path, 'utf8');
}
