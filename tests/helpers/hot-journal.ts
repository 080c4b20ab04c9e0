import { writeFileSync } from 'node:fs';

const MAGIC = Buffer.from('d9d505f920a163d7', 'hex');
const SECTOR = 512;

/**
 * Writes the journal that a killed transaction leaves, in SQLite's format: rolling it back restores the file beside it to
 * `before`.
 * @param pages the page numbers in it, from 1; all by default
 */
export function writeJournal(
  path: string,
  before: Buffer,
  pages: readonly number[] = Array.from({ length: before.length / pageSizeOf(before) }, (_, at) => at + 1),
): void {
  const pageSize = pageSizeOf(before);
  const header = Buffer.alloc(SECTOR);
  MAGIC.copy(header);
  const numbers = [pages.length, 0, before.length / pageSize, SECTOR, pageSize];
  for (const [at, number] of numbers.entries()) header.writeUInt32BE(number, MAGIC.length + 4 * at);
  const records = pages.flatMap((number) => {
    const page = before.subarray((number - 1) * pageSize, number * pageSize);
    return [fourBytes(number), page, fourBytes(checksum(page))];
  });
  writeFileSync(path, Buffer.concat([header, ...records]));
}

/** The numbers of the pages that differ between two states of a file. */
export function changedPages(before: Buffer, after: Buffer): readonly number[] {
  const pageSize = pageSizeOf(before);
  const pages = Math.max(before.length, after.length) / pageSize;
  const pageOf = (bytes: Buffer, at: number) => bytes.subarray(at * pageSize, (at + 1) * pageSize);
  return Array.from({ length: pages }, (_, at) => at)
    .filter((at) => !pageOf(before, at).equals(pageOf(after, at)))
    .map((at) => at + 1);
}

/** A file after a power cut, with some pages from before a transaction and some from after it. */
export function withPages(before: Buffer, after: Buffer, pages: readonly number[]): Buffer {
  const pageSize = pageSizeOf(before);
  const mixed = Buffer.alloc(Math.max(before.length, ...pages.map((number) => number * pageSize)));
  before.copy(mixed);
  for (const number of pages)
    after.copy(mixed, (number - 1) * pageSize, (number - 1) * pageSize, number * pageSize);
  return mixed;
}

function pageSizeOf(file: Buffer): number {
  const size = file.readUInt16BE(16);
  return size === 1 ? 65_536 : size;
}

function checksum(page: Buffer): number {
  let sum = 0;
  for (let at = page.length - 200; at > 0; at -= 200) sum += page[at] ?? 0;
  return sum >>> 0;
}

function fourBytes(number: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(number);
  return bytes;
}
