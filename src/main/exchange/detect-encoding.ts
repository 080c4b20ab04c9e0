import { analyse } from 'chardet';
import { ENCODINGS, type Encoding } from '../../core/exchange/encodings.ts';
import { decodeAs } from './decode-text.ts';

/** How much of a file is looked at, from its first character that is not ASCII on. Bytes. */
const SAMPLE = 2 ** 16;

/** Below this, what the library suggests is less probable than a western text. Percent. */
const SURE = 15;

/** What the library calls encodings that a superset of them decodes. */
const SUPERSETS: Readonly<Record<string, Encoding>> = {
  'iso-8859-1': 'windows-1252',
  'iso-8859-9': 'windows-1254',
  ascii: 'utf-8',
};

/** All encodings, the one that a text most probably has first; null if it is no text in any of them. */
export function likelyEncodings(bytes: Uint8Array): readonly Encoding[] | null {
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
export function sampleOf(bytes: Uint8Array, length = SAMPLE): Uint8Array {
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
