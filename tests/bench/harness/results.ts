import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { arch, cpus, platform, release, totalmem } from 'node:os';
import { fileURLToPath } from 'node:url';
import Database from 'better-sqlite3';
import type { Row } from './bench.ts';
import { verdictOf } from './table.ts';

const FILE = fileURLToPath(new URL('../results.json', import.meta.url));

/** Where figures come from: without it they mean nothing. */
export interface Machine {
  readonly processor: string;
  readonly cores: number;
  /** Gibibytes. */
  readonly memory: number;
  readonly system: string;
  /** The kind of file system the files were on; null where it cannot be told. */
  readonly fileSystem: string | null;
  readonly node: string;
  readonly sqlite: string;
}

/** @param folder on the file system that was written to */
export function describeMachine(folder: string): Machine {
  const processors = cpus();
  const memory = new Database(':memory:');
  const sqlite = String(memory.prepare('select sqlite_version()').pluck().get());
  memory.close();
  return {
    processor: processors[0]?.model.trim() ?? 'unknown',
    cores: processors.length,
    memory: Math.round(totalmem() / 2 ** 30),
    system: `${platform()} ${release()} ${arch()}`,
    fileSystem: findFileSystem(folder),
    node: process.versions.node,
    sqlite,
  };
}

function findFileSystem(folder: string): string | null {
  if (platform() !== 'linux') return null;
  try {
    return execFileSync('stat', ['--file-system', '--format=%T', folder], { encoding: 'utf8' }).trim();
  } catch {
    return null;
  }
}

/** What one run found out. */
export interface Results {
  readonly machine: Machine;
  /** ISO 8601. */
  readonly date: string;
  /** The baseline against itself, reading and writing. */
  readonly noise: Readonly<Record<string, number>>;
  readonly rows: readonly Row[];
}

/** Keeps the results of the last full run, each row with its verdict. @returns the file */
export function keepResults({ rows, ...run }: Results): string {
  const kept = { ...run, rows: rows.map((row) => ({ ...row, verdict: verdictOf(row) })) };
  const short = JSON.stringify(
    kept,
    (_, value) => (isFraction(value) ? Number(value.toPrecision(4)) : value),
    2,
  );
  writeFileSync(FILE, `${short}\n`);
  return FILE;
}

function isFraction(value: unknown): value is number {
  return typeof value === 'number' && !Number.isInteger(value);
}
