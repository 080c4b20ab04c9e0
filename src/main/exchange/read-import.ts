/** A file to import: a text, or a question for the writer. */

import { analyse } from 'chardet';
import { AspenError } from '../../core/errors.ts';
import { ENCODINGS, type Encoding } from '../../core/exchange/encodings.ts';
import { recogniseSave, type SaveKind } from '../../core/exchange/recognise-file.ts';
import { notText } from '../../ui-text/exchange.ts';
import { type DecodedText, decodeAs, decodeUtf8, markedEncoding, refuseDocument } from './read-text-file.ts';

export type ImportReading =
  | { readonly kind: 'text'; readonly decoded: DecodedText }
  | {
      readonly kind: 'asked';
      /** The other program whose file it resembles; null for a text. */
      readonly save: SaveKind | null;
      /** In which it may be read, the most likely first; only one if that is certain. */
      readonly encodings: readonly Encoding[];
    };

/** A text in UTF-8 may have as many bad bytes without a question. */
const FEW = 10;

/**
 * Reads a file that is to be imported.
 * @param name of the file, for error messages
 * @throws {AspenError} INVALID_ARGUMENT if it is no text in any encoding, with advice
 */
export function readImport(bytes: Uint8Array, name: string): ImportReading {
  refuseDocument(bytes, name);
  const { decoded, encodings } = certainReading(bytes) ?? {
    decoded: null,
    encodings: likelyEncodings(bytes),
  };
  const [first] = encodings ?? [];
  if (encodings === null || first === undefined || decoded?.text.includes('\0') === true)
    throw new AspenError('INVALID_ARGUMENT', notText(name));
  const save = recogniseSave((decoded ?? decodeAs(bytes, first)).text);
  return decoded !== null && save === null ? { kind: 'text', decoded } : { kind: 'asked', save, encodings };
}

/** UTF-16 with a mark, and UTF-8, with a few bad bytes too if it has more characters beyond ASCII. */
function certainReading(
  bytes: Uint8Array,
): { readonly decoded: DecodedText; readonly encodings: readonly [Encoding] } | null {
  const marked = markedEncoding(bytes);
  if (marked !== null) return { decoded: decodeAs(bytes, marked), encodings: [marked] };
  const decoded = decodeUtf8(bytes) ?? decodeAs(bytes, 'utf-8');
  const { text, bad } = decoded;
  // With null characters it may be UTF-16.
  if (bad === 0) return text.includes('\0') ? null : { decoded, encodings: ['utf-8'] };
  if (bad > FEW) return null;
  let beyond = 0;
  for (const _character of text.matchAll(BEYOND_ASCII)) {
    beyond += 1;
    if (beyond > 2 * bad) return { decoded, encodings: ['utf-8'] };
  }
  return null;
}

const BEYOND_ASCII = /[\u0080-\ufffc\u{10000}-\u{10ffff}]/gu;

/** Length of the excerpt that shows whether an encoding is right. Bytes, lines and UTF-16 code units. */
const PREVIEW_BYTES = 2_000;
const PREVIEW_LINES = 8;
const PREVIEW_LENGTH = 500;

/** The first lines that show whether an encoding is the right one, in each of these. */
export function previewsOf(bytes: Uint8Array, encodings: readonly Encoding[]): readonly string[] {
  const sample = sampleOf(bytes, PREVIEW_BYTES);
  return encodings.map((encoding) => {
    const { text } = decodeAs(sample, encoding);
    const lines = text.trimStart().split('\n').slice(0, PREVIEW_LINES).join('\n');
    // The sample may end within a character.
    return lines
      .slice(0, PREVIEW_LENGTH)
      .toWellFormed()
      .replace(/\ufffd+$/, '');
  });
}

/** Bytes of a file that are examined, from its first character that is not ASCII on. */
const SAMPLE = 2 ** 16;

/** Below this, what the library suggests is less probable than a western text. Percent. */
const SURE = 15;

/** The library's names of encodings that are decoded as a superset. */
const SUPERSETS: Readonly<Record<string, Encoding>> = {
  'iso-8859-1': 'windows-1252',
  'iso-8859-9': 'windows-1254',
  ascii: 'utf-8',
};

/** All encodings, the one that a text most probably has first; null if it is no text in any of them. */
function likelyEncodings(bytes: Uint8Array): readonly Encoding[] | null {
  const sample = sampleOf(bytes);
  if (sample.includes(0)) {
    const wide = wideEncoding(sample);
    return wide === null ? null : withFirst([wide]);
  }
  if (sample.filter(isControl).length > sample.length / 1000) return null;
  const found = (isSure: boolean) =>
    analyse(sample).flatMap(({ name, confidence }) => {
      const encoding = name.toLowerCase();
      const known = ENCODINGS.find((one) => one === (SUPERSETS[encoding] ?? encoding));
      return known !== undefined && confidence >= SURE === isSure ? [known] : [];
    });
  return withFirst([...found(true), 'windows-1252', ...found(false)]);
}

function withFirst(likely: readonly Encoding[]): readonly Encoding[] {
  return [...new Set([...likely, ...ENCODINGS])];
}

/** From the line in which there is the first byte above ASCII on; from the beginning if that could be UTF-16. */
function sampleOf(bytes: Uint8Array, length = SAMPLE): Uint8Array {
  let first = 0;
  for (; first < bytes.length; first++) {
    const byte = bytes[first] ?? 0;
    if (byte === 0) return bytes.subarray(0, length);
    if (byte >= 0x80) break;
  }
  if (first === bytes.length) return bytes.subarray(0, length);
  const line = bytes.subarray(0, first).lastIndexOf(0x0a) + 1;
  const from = Math.max(line, first - Math.floor(length / 4));
  return bytes.subarray(from, from + length);
}

/** UTF-16 without a mark: in one byte order most units are letters, spaces and punctuation in use, and divided into words or lines. */
function wideEncoding(bytes: Uint8Array): Encoding | null {
  const shares = (['utf-16le', 'utf-16be'] as const).map((encoding) => {
    const { text } = decodeAs(bytes.subarray(0, bytes.length & ~1), encoding);
    const isDivided = (text.match(DIVIDING)?.length ?? 0) * LONGEST > text.length;
    return { encoding, share: isDivided ? (text.match(IN_USE)?.length ?? 0) / text.length : 0 };
  });
  const best = shares.sort((a, b) => b.share - a.share)[0];
  return best !== undefined && best.share > 0.9 ? best.encoding : null;
}

const DIVIDING = /[\n ,.\u3000-\u3002\uff0c]/g;
/** There is more than one of these in as many characters. */
const LONGEST = 60;
const IN_USE =
  /[\n\t\x20-\x7e\u00a0-\u024f\u0370-\u06ff\u0900-\u0e7f\u1e00-\u1fff\u2010-\u203a\u3000-\u30ff\u4e00-\u9fff\uac00-\ud7a3\uff00-\uff60]/g;

/** Control characters except tabs, line ends, form feeds and the end of an old file. */
function isControl(byte: number): boolean {
  return (byte < 0x20 && !(byte >= 0x09 && byte <= 0x0d) && byte !== 0x1a) || byte === 0x7f;
}
