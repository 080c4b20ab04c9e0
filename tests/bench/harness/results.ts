import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { arch, cpus, platform, release, totalmem } from 'node:os';
import { fileURLToPath } from 'node:url';
import Database from 'better-sqlite3';
import type { Row } from './bench.ts';
import { verdictOf } from './table.ts';

const FILE = fileURLToPath(new URL('../results.json', import.meta.url));

/** The machine that produced the figures, without which they mean nothing. */
export interface Machine {
  readonly processor: string;
  readonly cores: number;
  /** Gibibytes. */
  readonly memory: number;
  readonly system: string;
  /** The type of the file system; null if unknown. */
  readonly fileSystem: string | null;
  readonly node: string;
  readonly sqlite: string;
}

/** @param folder on the file system that is written to */
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

/** The results of one run. */
export interface Results {
  readonly machine: Machine;
  /** ISO 8601. */
  readonly date: string;
  /** Reads and writes compared with themselves. */
  readonly noise: Readonly<Record<string, number>>;
  readonly rows: readonly Row[];
}

/** Saves the results of the last full run, each row with its verdict. @returns the file */
export function saveResults({ rows, ...run }: Results): string {
  const results = { ...run, rows: rows.map((row) => ({ ...row, verdict: verdictOf(row) })) };
  const json = JSON.stringify(
    results,
    (_, value) => (isFraction(value) ? Number(value.toPrecision(4)) : value),
    2,
  );
  writeFileSync(FILE, `${json}\n`);
  return FILE;
}

function isFraction(value: unknown): value is number {
  return typeof value === 'number' && !Number.isInteger(value);
}
