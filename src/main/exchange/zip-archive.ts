import { crc32 } from 'node:zlib';
import { deflateSync } from 'fflate';
import type { ArchiveFile } from '../../core/exchange/archive-file.ts';

/** 1 January 1980, the first day that an archive can name: no archive says when it was made. */
const NO_TIME = [0, 0x21] as const;
/** Names are in UTF-8. */
const FLAGS = 0x800;
const VERSION = 20;
const [STORED, DEFLATED] = [0, 8] as const;

/** A signature and values of two or four bytes, little-endian. */
function record(
  signature: number,
  ...values: readonly (readonly [value: number, bytes: 2 | 4])[]
): Uint8Array {
  const view = new DataView(new ArrayBuffer(4 + values.reduce((sum, [, bytes]) => sum + bytes, 0)));
  view.setUint32(0, signature, true);
  let at = 4;
  for (const [value, bytes] of values) {
    if (bytes === 2) view.setUint16(at, value, true);
    else view.setUint32(at, value, true);
    at += bytes;
  }
  return new Uint8Array(view.buffer);
}

/**
 * A ZIP archive, a file at a time. The same files give the same bytes on every computer, for which the deflating is fflate's:
 * that of Node differs between processors. The first file is stored, as EPUB wants it.
 */
export function* zipArchive(files: Iterable<ArchiveFile>): Generator<Uint8Array> {
  const encoder = new TextEncoder();
  const entries: Uint8Array[] = [];
  let offset = 0;
  for (const { path, pieces } of files) {
    const name = encoder.encode(path);
    const content = encoder.encode([...pieces].join(''));
    const isStored = entries.length === 0;
    const packed = isStored ? content : deflateSync(content);
    const facts = [
      [VERSION, 2],
      [FLAGS, 2],
      [isStored ? STORED : DEFLATED, 2],
      [NO_TIME[0], 2],
      [NO_TIME[1], 2],
      [crc32(content), 4],
      [packed.length, 4],
      [content.length, 4],
      [name.length, 2],
      [0, 2],
    ] as const;
    const header = record(0x04034b50, ...facts);
    entries.push(
      record(0x02014b50, [VERSION, 2], ...facts, [0, 2], [0, 2], [0, 2], [0, 4], [offset, 4]),
      name,
    );
    yield* [header, name, packed];
    offset += header.length + name.length + packed.length;
  }
  yield* entries;
  const size = entries.reduce((sum, { length }) => sum + length, 0);
  const count = entries.length / 2;
  yield record(0x06054b50, [0, 2], [0, 2], [count, 2], [count, 2], [size, 4], [offset, 4], [0, 2]);
}
