/** A problematic text, in the pieces in which it is typed or pasted. */
export interface OddText {
  readonly kind: string;
  readonly pieces: readonly string[];
}

const MEGABYTES = 5 * 1024 * 1024;

/** @param short omits most long paragraphs: one is enough for CI */
export function oddTexts(short: boolean): readonly OddText[] {
  const few: readonly OddText[] = [
    { kind: 'a lone high surrogate', pieces: ['before \ud83d after'] },
    { kind: 'a lone low surrogate', pieces: ['before \ude00 after'] },
    { kind: 'surrogates in the wrong order', pieces: ['before \ude00\ud83d after'] },
    { kind: 'a pair that is typed in halves', pieces: ['before \ud83d', '\ude00 after'] },
    { kind: 'a lone surrogate at the end', pieces: ['before \ud83d'] },
    { kind: 'NUL', pieces: ['before \0 after', '\0'] },
    { kind: 'a BOM', pieces: ['\ufeffbefore \ufeff after\ufeff'] },
    { kind: 'CRLF', pieces: ['one\r\ntwo\r\n\r\nthree\r\n'] },
    { kind: 'CR alone', pieces: ['one\rtwo\r'] },
    { kind: 'CRLF that is typed in halves', pieces: ['one\r', '\ntwo'] },
    { kind: 'other ends of lines', pieces: ['one\u2028two\u2029three\u0085four\u000bfive\u000csix'] },
    { kind: 'nothing but white space', pieces: [' \t\u00a0\u3000\u200b', 'x'] },
    {
      kind: 'letters that may be written in two ways',
      pieces: ['\u00e9 e\u0301 \u212b \uac00 \u1100\u1161'],
    },
    {
      kind: 'right to left and overrides',
      pieces: ['\u202eabc\u202c \u05d0\u05d1 \u0627\u0644 \u2066x\u2069'],
    },
    { kind: 'what is no character', pieces: ['\ufffe \uffff \ufdd0 \u{10ffff}'] },
    { kind: 'a character made of many', pieces: [`👩‍👩‍👧‍👦 Z${'\u0301'.repeat(500)}`] },
    { kind: 'what looks like SQL and JSON', pieces: [`'); DROP TABLE node; -- {"text": "\\u0000"}`] },
    { kind: 'a paragraph of 5 MB', pieces: ['a word '.repeat(MEGABYTES / 7)] },
  ];
  if (short) return few;
  return [
    ...few,
    { kind: 'a paragraph of 5 MB without a space', pieces: ['a'.repeat(MEGABYTES)] },
    { kind: 'a paragraph of 5 MB in another script', pieces: ['水'.repeat(MEGABYTES / 3)] },
    { kind: '5 MB of lone surrogates', pieces: ['\ud83d'.repeat(MEGABYTES / 3)] },
    { kind: '5 MB of CRLF', pieces: ['x\r\n'.repeat(MEGABYTES / 3)] },
  ];
}
