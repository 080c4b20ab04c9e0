/** What a file that is to be imported is: a text, or something that the writer has to decide about. */
import { AspenError } from '../../core/errors.ts';
import type { Encoding } from '../../core/exchange/encodings.ts';
import { recogniseSave, type SaveKind } from '../../core/exchange/recognise-save.ts';
import { notText } from '../../ui-text/exchange.ts';
import { type DecodedText, decodeAs, decodeUtf8, markedEncoding, refuseDocument } from './decode-text.ts';
import { likelyEncodings, sampleOf } from './detect-encoding.ts';

export type ImportReading =
  | { readonly kind: 'text'; readonly decoded: DecodedText }
  | {
      readonly kind: 'asked';
      /** What it looks like, if it is another program's; null for a text. */
      readonly save: SaveKind | null;
      /** In which it may be read, the most likely first; only one if that is certain. */
      readonly encodings: readonly Encoding[];
    };

/** A text in UTF-8 may have as many bad bytes without a question. */
const FEW = 10;

/**
 * Reads a file that is to be imported.
 * @param name of the file, for error messages
 * @throws {AspenError} INVALID_ARGUMENT for what is no text in any encoding, with what to do
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

interface CertainReading {
  readonly decoded: DecodedText;
  readonly encodings: readonly [Encoding];
}

/** UTF-16 with a mark, and UTF-8, with a few bad bytes too if it has more characters beyond ASCII. */
function certainReading(bytes: Uint8Array): CertainReading | null {
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

/** How much shows whether an encoding is the right one. Bytes, lines and UTF-16 code units. */
const PREVIEW_BYTES = 2_000;
const PREVIEW_LINES = 8;
const PREVIEW_LENGTH = 500;

/** The first lines that tell whether an encoding is the right one, in each of these. */
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
