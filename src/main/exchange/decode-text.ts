import { AspenError } from '../../core/errors.ts';
import { normaliseText } from '../../core/text/normalise.ts';
import { notText, otherDocument } from '../../ui-text/exchange.ts';

/**
 * The characters that windows-1252 has from 0x80, where Latin-1 has control codes; a space where it has none.
 */
const WINDOWS_1252 = '€ ‚ƒ„…†‡ˆ‰Š‹Œ Ž  ‘’“”•–—˜™š›œ žŸ';

/** Bytes from 0x80 that windows-1252 does not define. */
const UNDEFINED_BYTES: ReadonlySet<number> = new Set([0x81, 0x8d, 0x8f, 0x90, 0x9d]);

/** The beginnings of documents that consist of plain characters but are not plain text. */
const DOCUMENTS: readonly (readonly [start: string, what: string])[] = [
  ['{\\rtf', 'a document in Rich Text Format'],
  ['%PDF-', 'a PDF'],
];

/**
 * Decodes and normalises the text of a file: UTF-8, UTF-16 with a byte order mark, else windows-1252. The
 * result is well-formed, with `\n` line endings and without the mark.
 * @param name of the file, for error messages
 * @throws {AspenError} INVALID_ARGUMENT when the file is not text
 */
export function decodeText(bytes: Uint8Array, name: string): string {
  const text = normaliseText(decode(bytes) ?? refuse(notText(name)));
  const document = DOCUMENTS.find(([start]) => text.startsWith(start));
  if (document !== undefined) {
    refuse(otherDocument(name, document[1]));
  }
  return text;
}

function refuse(sentence: string): never {
  throw new AspenError('INVALID_ARGUMENT', sentence);
}

/** Undefined when it is not text. */
function decode(bytes: Uint8Array): string | undefined {
  const text = decodeMarked(bytes) ?? decodeUtf8(bytes) ?? decodeWestern(bytes);
  return text?.includes('\0') ? undefined : text;
}

/** UTF-16 with a byte order mark; undefined when there is none. */
function decodeMarked(bytes: Uint8Array): string | undefined {
  const [first, second] = bytes;
  const isBig = first === 0xfe && second === 0xff;
  if ((!isBig && !(first === 0xff && second === 0xfe)) || bytes.length % 2 === 1) return undefined;
  const units = Buffer.from(bytes.subarray(2));
  return (isBig ? units.swap16() : units).toString('utf16le');
}

function decodeUtf8(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch (error) {
    if (error instanceof TypeError) return undefined;
    throw error;
  }
}

/** Decoded by hand, since not every Node build's decoder supports this encoding. */
function decodeWestern(bytes: Uint8Array): string | undefined {
  if (bytes.some((byte) => isControl(byte) || UNDEFINED_BYTES.has(byte))) return undefined;
  const latin = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1');
  return latin.replace(
    /[\u0080-\u009f]/g,
    (character) => WINDOWS_1252[character.charCodeAt(0) - 0x80] ?? ' ',
  );
}

/** Control characters except tabs, line endings and form feeds. */
function isControl(byte: number): boolean {
  return byte < 0x09 || (byte > 0x0d && byte < 0x20) || byte === 0x7f;
}
