/**
 * Places of data in a database file: the cells of its b-trees and their overflow pages (sqlite.org/fileformat2.html).
 * Everything between is free or unused, and never read.
 */
import Database from 'better-sqlite3';

/** Bytes `[from, to)` of the file, on one page. */
export interface LiveBytes {
  readonly from: number;
  readonly to: number;
  /** The table or index. */
  readonly tree: string;
}

const LEAF_TABLE = 13;
const INNER_TABLE = 5;
const LEAF_INDEX = 10;
const INNER_INDEX = 2;
const B_TREE_PAGES = [LEAF_TABLE, INNER_TABLE, LEAF_INDEX, INNER_INDEX];

/** Every cell and overflow part, in page order. The file must be valid and have no free pages. */
export function liveBytes(file: Buffer): readonly LiveBytes[] {
  const trees = treesOf(file);
  const pageSize = file.readUInt16BE(16);
  const live: LiveBytes[] = [];
  for (let start = 0; start < file.length; start += pageSize) {
    const tree = trees.get(start / pageSize + 1) ?? '';
    const header = start === 0 ? 100 : start;
    const kind = file.readUInt8(header);
    if (!B_TREE_PAGES.includes(kind)) continue;
    const isLeaf = kind === LEAF_TABLE || kind === LEAF_INDEX;
    const cells = header + (isLeaf ? 8 : 12);
    for (let cell = 0; cell < file.readUInt16BE(header + 3); cell++) {
      live.push(...cellAt(file, pageSize, tree, kind, start + file.readUInt16BE(cells + 2 * cell)));
    }
  }
  return live.sort((a, b) => a.from - b.from);
}

/** The table or index that each page belongs to, by page number from 1. */
function treesOf(file: Buffer): ReadonlyMap<number, string> {
  const database = new Database(file);
  const pages = database
    .prepare<[], { pageno: number; name: string }>('select pageno, name from dbstat')
    .all();
  database.close();
  return new Map(pages.map(({ pageno, name }) => [pageno, name]));
}

function cellAt(file: Buffer, pageSize: number, tree: string, kind: number, from: number): LiveBytes[] {
  const begin = kind === INNER_TABLE || kind === INNER_INDEX ? from + 4 : from;
  if (kind === INNER_TABLE) return [{ from, to: varintAt(file, begin).end, tree }];
  const length = varintAt(file, begin);
  const payload = kind === LEAF_TABLE ? varintAt(file, length.end).end : length.end;
  const local = localLength(length.value, pageSize, kind);
  const to = payload + local;
  if (local === length.value) return [{ from, to, tree }];
  const parts = [{ from, to: to + 4, tree }];
  let rest = length.value - local;
  for (let next = file.readUInt32BE(to); next !== 0; ) {
    const start = (next - 1) * pageSize;
    const used = Math.min(rest, pageSize - 4);
    parts.push({ from: start, to: start + 4 + used, tree });
    rest -= used;
    next = file.readUInt32BE(start);
  }
  return parts;
}

/** Bytes of a payload on the page of its cell. */
function localLength(length: number, pageSize: number, kind: number): number {
  const most = kind === LEAF_TABLE ? pageSize - 35 : Math.floor(((pageSize - 12) * 64) / 255) - 23;
  if (length <= most) return length;
  const least = Math.floor(((pageSize - 12) * 32) / 255) - 23;
  const even = least + ((length - least) % (pageSize - 4));
  return even <= most ? even : least;
}

function varintAt(file: Buffer, at: number): { readonly value: number; readonly end: number } {
  let value = 0;
  for (let end = at; end < at + 8; end++) {
    const byte = file.readUInt8(end);
    value = value * 128 + (byte & 127);
    if (byte < 128) return { value, end: end + 1 };
  }
  return { value: value * 256 + file.readUInt8(at + 8), end: at + 9 };
}
