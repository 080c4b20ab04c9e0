import type { Text } from '@codemirror/state';

/** Length of the common prefix of `[from, to)` and `text`, without splitting a surrogate pair. */
export function commonPrefix(doc: Text, from: number, to: number, text: string): number {
  let length = 0;
  // Chunk by chunk: another branch differs after a few characters, and may be a million long.
  for (const piece of doc.iterRange(from, Math.min(to, from + text.length))) {
    let i = 0;
    while (i < piece.length && piece.charCodeAt(i) === text.charCodeAt(length + i)) i += 1;
    length += i;
    if (i < piece.length) break;
  }
  const last = text.charCodeAt(length - 1);
  return length > 0 && last >= 0xd800 && last <= 0xdbff ? length - 1 : length;
}

/** Length of the common suffix of `[from, to)` and `text`, without splitting a surrogate pair. */
export function commonSuffix(doc: Text, from: number, to: number, text: string): number {
  let length = 0;
  for (const piece of doc.iterRange(to, Math.max(from, to - text.length))) {
    const end = text.length - length;
    let i = 0;
    while (i < piece.length && piece.charCodeAt(piece.length - 1 - i) === text.charCodeAt(end - 1 - i))
      i += 1;
    length += i;
    if (i < piece.length) break;
  }
  const first = text.charCodeAt(text.length - length);
  return length > 0 && first >= 0xdc00 && first <= 0xdfff ? length - 1 : length;
}
