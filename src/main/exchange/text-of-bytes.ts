import { AspenError } from '../../core/errors.ts';
import { normaliseText } from '../../core/text/normalise.ts';

/** What windows-1252 has where Latin-1 has controls, from 0x80; a space where it has nothing. */
const WINDOWS_1252 = '€ ‚ƒ„…†‡ˆ‰Š‹Œ Ž  ‘’“”•–—˜™š›œ žŸ';

/** Of the bytes from 0x80 on, those that windows-1252 does not have. */
const UNKNOWN: ReadonlySet<number> = new Set([0x81, 0x8d, 0x8f, 0x90, 0x9d]);

/** What other programs' documents begin with though they are made of plain characters. */
const DOCUMENTS: readonly (readonly [start: string, what: string])[] = [
  ['{\\rtf', 'a document in Rich Text Format'],
  ['%PDF-', 'a PDF'],
];

/**
 * The text of a file, as it is kept: UTF-8, UTF-16 with its byte order mark, else windows-1252; well-formed, line ends
 * `\n`, without the mark.
 * @param name of the file, to say which it is
 * @throws {AspenError} INVALID_ARGUMENT for what is no text
 */
export function textOfBytes(bytes: Uint8Array, name: string): string {
  const text = normaliseText(decode(bytes) ?? refuse(`${name} is not a text: it holds something else.`));
  const document = DOCUMENTS.find(([start]) => text.startsWith(start));
  if (document !== undefined) {
    refuse(`${name} is ${document[1]}. Save it as plain text or Markdown, and import that.`);
  }
  return text;
}

function refuse(sentence: string): never {
  throw new AspenError('INVALID_ARGUMENT', sentence);
}

/** Undefined where it is no text. */
function decode(bytes: Uint8Array): string | undefined {
  const text = decodeMarked(bytes) ?? decodeUtf8(bytes) ?? decodeWestern(bytes);
  return text?.includes('\0') ? undefined : text;
}

/** UTF-16 with its byte order mark; undefined where there is none. */
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

/** By hand, since not every Node's decoder knows this encoding for what it is. */
function decodeWestern(bytes: Uint8Array): string | undefined {
  if (bytes.some((byte) => isControl(byte) || UNKNOWN.has(byte))) return undefined;
  const latin = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1');
  return latin.replace(
    /[\u0080-\u009f]/g,
    (character) => WINDOWS_1252[character.charCodeAt(0) - 0x80] ?? ' ',
  );
}

/** All but tabulators, line ends and form feeds. */
function isControl(byte: number): boolean {
  return byte < 0x09 || (byte > 0x0d && byte < 0x20) || byte === 0x7f;
}
