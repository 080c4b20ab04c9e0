import { execFile } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

const repository = join(import.meta.dirname, '../..');
const projects = [
  'src/core',
  'src/ipc',
  'src/ui-text',
  'src/main',
  'src/cli',
  'src/preload',
  'src/renderer',
  'scripts',
  'tests',
];

/** One line of code, where it is planted, and how a wall reacts to it. */
export interface PlantedLine {
  /** The test's name. */
  readonly sentence: string;
  /** Its file, relative to the root; lines of one file are planted in order. */
  readonly in: string;
  readonly line: string;
  /** Part of the message that rejects it; absent if the line is accepted. */
  readonly says?: string;
}

/** A report of a tool; the line counts from 1. */
export interface Finding {
  readonly path: string;
  readonly line: number;
  readonly rule: string;
  readonly message: string;
}

/** A folder with this repository's configuration and none of its code. */
export interface PlantedRepository {
  readonly folder: string;
  /** Everything `tsc -b` reports, in order. */
  readonly compile: () => Promise<readonly Finding[]>;
  /** Everything Biome's linter reports, in order. */
  readonly lint: () => Promise<readonly Finding[]>;
  readonly remove: () => void;
}

/** Copies the configuration into a temporary folder and plants `lines` there. */
export function plantRepository(lines: readonly PlantedLine[]): PlantedRepository {
  const folder = mkdtempSync(join(tmpdir(), 'aspen-structure-'));
  const copied = [
    'package.json',
    '.gitignore',
    'biome.json',
    'tsconfig.json',
    'tsconfig.base.json',
    'scripts/lint',
  ];
  for (const path of [...copied, ...projects.map((project) => `${project}/tsconfig.json`)]) {
    cpSync(join(repository, path), join(folder, path), { recursive: true });
  }
  symlinkSync(join(repository, 'node_modules'), join(folder, 'node_modules'), 'dir');

  // A project without files would be an error in itself.
  const files = new Map(projects.map((project) => [`${project}/empty.ts`, 'export {};\n']));
  for (const { in: path, line } of lines) files.set(path, `${files.get(path) ?? ''}${line}\n`);
  for (const [path, text] of files) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }

  return {
    folder,
    compile: async () => readCompilerOutput(await run(folder, 'tsc', ['-b', '--pretty', 'false'])),
    lint: async () =>
      readLinterOutput(await run(folder, 'biome', ['lint', '--colors=off', '--max-diagnostics=none', '.'])),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

/** The findings at the line of `planted` in a repository planted with `lines`. */
export function findingsAt(
  planted: PlantedLine,
  lines: readonly PlantedLine[],
  findings: readonly Finding[],
): readonly Finding[] {
  const number = lines.filter((other) => other.in === planted.in).indexOf(planted) + 1;
  return findings.filter((finding) => finding.path === planted.in && finding.line === number);
}

/** A tool's output, whether or not it fails: here, tools fail because they find something, as intended. */
function run(folder: string, tool: string, args: readonly string[]): Promise<string> {
  const command = join(repository, 'node_modules/.bin', tool);
  return new Promise((resolve, reject) => {
    execFile(command, [...args], { cwd: folder, maxBuffer: 64 * 1024 * 1024 }, (failure, stdout, stderr) => {
      if (failure !== null && typeof failure.code !== 'number') reject(failure);
      else resolve(`${stdout}\n${stderr}`);
    });
  });
}

function readCompilerOutput(output: string): Finding[] {
  const findings: Finding[] = [];
  for (const text of output.split('\n')) {
    const [, path, line, rule, message] = /^(.+)\((\d+),\d+\): error (TS\d+): (.*)$/.exec(text) ?? [];
    if (path && line && rule && message !== undefined)
      findings.push({ path, line: Number(line), rule, message });
    else if (text.startsWith('error')) findings.push({ path: '', line: 0, rule: '', message: text });
  }
  return findings;
}

/** Parses the human-readable report, because the machine-readable one omits the advice, which contains our message. */
function readLinterOutput(output: string): Finding[] {
  const findings: { path: string; line: number; rule: string; message: string }[] = [];
  for (const text of output.split('\n')) {
    const [, path, line, rule] = /^(\S+):(\d+):\d+ ([\w/]+).* ━+$/.exec(text) ?? [];
    const last = findings.at(-1);
    if (path && line && rule) findings.push({ path, line: Number(line), rule, message: '' });
    else if (last && !text.includes('│')) last.message += `${text.trim()}\n`;
  }
  return findings;
}
