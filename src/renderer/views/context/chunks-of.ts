import { wholeAfter } from '../../../core/text/surrogate-pair.ts';

/** About so long is a chunk, and never much longer, in UTF-16 code units. */
const LENGTH = 4_000;

/**
 * A text in stretches that can stand one below the other: each but the last ends at a line end, which is left off, or
 * where none is near, after a word.
 */
export function chunksOf(text: string): readonly string[] {
  const chunks: string[] = [];
  let from = 0;
  while (text.length - from > 2 * LENGTH) {
    const line = text.indexOf('\n', from + LENGTH);
    if (line >= 0 && line <= from + 2 * LENGTH) {
      chunks.push(text.slice(from, line));
      from = line + 1;
      continue;
    }
    const space = text.indexOf(' ', from + LENGTH);
    const to = space >= 0 && space < from + 2 * LENGTH ? space + 1 : wholeAfter(text, from + LENGTH);
    chunks.push(text.slice(from, to));
    from = to;
  }
  chunks.push(text.slice(from));
  return chunks;
}
