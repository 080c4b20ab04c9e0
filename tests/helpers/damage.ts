import { readFileSync, statSync, writeFileSync } from 'node:fs';
import Database from 'better-sqlite3';
import { digestOf } from './grove.ts';
import { LARGE } from './other-nodes.ts';

/**
 * Flips one bit in a stored text, as a bad disk does. SQLite finds nothing wrong with the file. Bytes that SQLite has
 * left behind elsewhere are changed too.
 */
export function flipBitIn(path: string, text: string): void {
  const bytes = readFileSync(path);
  let at = bytes.indexOf(text);
  if (at < 0) throw new Error(`“${text}” is not in the file`);
  for (; at >= 0; at = bytes.indexOf(text, at)) bytes[at] = (bytes[at] ?? 0) ^ 1;
  writeFileSync(path, bytes);
}

/** Makes a file too large to be checked in full before it is opened. */
export function makeLarge(path: string): void {
  const database = new Database(path);
  database.exec(LARGE);
  database.close();
}

/** The bytes of a closed file and when it was last written. */
export function stateOf(path: string): string {
  return `${digestOf(path)} ${statSync(path, { bigint: true }).mtimeNs}`;
}
