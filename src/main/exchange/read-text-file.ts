import { open, realpath } from 'node:fs/promises';
import { basename } from 'node:path';
import iconv from 'iconv-lite';
import { AspenError } from '../../core/errors.ts';
import type { Encoding } from '../../core/exchange/encodings.ts';
import { recogniseDocument } from '../../core/exchange/recognise-file.ts';
import { normaliseText } from '../../core/text/normalise.ts';
import {
  changedWhileRead,
  notAFile,
  notReadable,
  notText,
  openGroveInstead,
  otherDocument,
  tooLarge,
} from '../../ui-text/exchange.ts';

/** A text as it was decoded and normalised: well-formed, with `\n` line ends and without a byte order mark. */
export interface DecodedText {
  readonly text: string;
  /** Number of U+FFFD in place of bytes that are no character. */
  readonly bad: number;
  /** The lines of the first of these, counted from 1. */
  readonly badLines: readonly number[];
}

/** As many lines with bad bytes are named. */
const NAMED_LINES = 5;

/** The library's names for encodings that it does not know by their standard names. */
const OTHER_NAMES: Readonly<Partial<Record<Encoding, string>>> = { 'x-mac-cyrillic': 'maccyrillic' };

const BAD = '\ufffd';

/** Decodes in an encoding, whatever the bytes are. */
export function decodeAs(bytes: Uint8Array, encoding: Encoding): DecodedText {
  const text = normaliseText(decode(bytes, encoding));
  const lines = new Set<number>();
  let bad = 0;
  let line = 1;
  let from = 0;
  for (let at = text.indexOf(BAD); at >= 0; at = text.indexOf(BAD, at + 1)) {
    bad += 1;
    if (lines.size === NAMED_LINES) continue;
    for (let end = text.indexOf('\n', from); end >= 0 && end < at; end = text.indexOf('\n', from)) {
      line += 1;
      from = end + 1;
    }
    lines.add(line);
  }
  return { text, bad, badLines: [...lines] };
}

function decode(bytes: Uint8Array, encoding: Encoding): string {
  switch (encoding) {
    case 'utf-8':
    case 'utf-16le':
      return new TextDecoder(encoding).decode(bytes);
    case 'utf-16be': {
      const swapped = Buffer.from(bytes);
      swapped.subarray(0, bytes.length & ~1).swap16();
      return new TextDecoder('utf-16le').decode(swapped);
    }
    default:
      // The build of Node decides which of these the system's decoder knows, and with what faults.
      return iconv.decode(bytes, OTHER_NAMES[encoding] ?? encoding);
  }
}

/** The encoding that a byte order mark names; null without one. */
export function markedEncoding([first, second]: Uint8Array): Encoding | null {
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  return first === 0xfe && second === 0xff ? 'utf-16be' : null;
}

/** UTF-8 without a fault, else null. */
export function decodeUtf8(bytes: Uint8Array): DecodedText | null {
  try {
    const text = normaliseText(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
    return { text, bad: 0, badLines: [] };
  } catch (error) {
    if (error instanceof TypeError) return null;
    throw error;
  }
}

/**
 * A text in UTF-8, or in UTF-16 with a byte order mark.
 * @param name of the file, for error messages
 * @throws {AspenError} INVALID_ARGUMENT for any other file
 */
function decodeUnicode(bytes: Uint8Array, name: string): string {
  refuseDocument(bytes, name);
  const marked = markedEncoding(bytes);
  const decoded = marked === null ? decodeUtf8(bytes) : decodeAs(bytes, marked);
  if (decoded === null || decoded.bad > 0 || decoded.text.includes('\0'))
    throw new AspenError('INVALID_ARGUMENT', notText(name));
  return decoded.text;
}

/** @throws {AspenError} INVALID_ARGUMENT for a document, picture or archive, with advice */
export function refuseDocument(bytes: Uint8Array, name: string): void {
  const document = recogniseDocument(bytes);
  if (document !== null) throw new AspenError('INVALID_ARGUMENT', otherDocument(name, document));
}

/** Upper limit of a file's size. */
export interface FileLimit {
  readonly bytes: number;
  /** Says that a file is larger. */
  refusal(fileName: string, megabytes: number): string;
}

/** 32 MiB: no book is longer. */
export const BOOK: FileLimit = { bytes: 2 ** 25, refusal: tooLarge };

/**
 * Reads a text file in Unicode.
 * @throws {AspenError} as `readBytes`; INVALID_ARGUMENT for a file that is not such a text
 */
export async function readTextFile(path: string, limit: FileLimit): Promise<string> {
  return decodeUnicode(await readBytes(path, limit), basename(path));
}

/**
 * Reads a file. Never opens a grove: closing a second descriptor of one drops SQLite's locks.
 * @throws {AspenError} INVALID_ARGUMENT for a grove and a larger file than the limit; NOT_FOUND; IO_ERROR
 */
export async function readBytes(path: string, limit: FileLimit): Promise<Uint8Array> {
  const name = basename(path);
  try {
    const target = await realpath(path);
    if (/\.aspen(?:-|$)/i.test(target)) {
      throw new AspenError('INVALID_ARGUMENT', openGroveInstead(name));
    }
    const file = await open(target, 'r');
    try {
      const stats = await file.stat();
      if (!stats.isFile()) throw new AspenError('INVALID_ARGUMENT', notAFile(name));
      if (stats.size > limit.bytes) {
        throw new AspenError('INVALID_ARGUMENT', limit.refusal(name, limit.bytes / 2 ** 20));
      }
      const bytes = await file.readFile();
      if (bytes.length > limit.bytes) throw new AspenError('INVALID_ARGUMENT', changedWhileRead(name));
      return bytes;
    } finally {
      await file.close();
    }
  } catch (error) {
    if (error instanceof AspenError) throw error;
    const isMissing = error instanceof Error && 'code' in error && error.code === 'ENOENT';
    throw new AspenError(isMissing ? 'NOT_FOUND' : 'IO_ERROR', notReadable(name), {
      cause: error,
    });
  }
}
