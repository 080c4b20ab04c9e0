import { snapToPairEnd } from '../../../core/text/surrogate-pair.ts';

/** Approximate length of a chunk, in UTF-16 code units; none is longer than about twice this. */
const CHUNK_LENGTH = 4_000;

/**
 * Divides a text into chunks to be shown one below another. Each but the last ends at a line end, which is
 * left off, or after a word if no line end is near.
 */
export function chunksOf(text: string): readonly string[] {
  const chunks: string[] = [];
  let from = 0;
  while (text.length - from > 2 * CHUNK_LENGTH) {
    const line = text.indexOf('\n', from + CHUNK_LENGTH);
    if (line >= 0 && line <= from + 2 * CHUNK_LENGTH) {
      chunks.push(text.slice(from, line));
      from = line + 1;
      continue;
    }
    const space = text.indexOf(' ', from + CHUNK_LENGTH);
    const to =
      space >= 0 && space < from + 2 * CHUNK_LENGTH ? space + 1 : snapToPairEnd(text, from + CHUNK_LENGTH);
    chunks.push(text.slice(from, to));
    from = to;
  }
  chunks.push(text.slice(from));
  return chunks;
}
