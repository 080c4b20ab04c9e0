/** The authors of a transaction's insertions, if not simply the writer (`domain.md`, *Authorship*). */
import { Annotation, type Transaction } from '@codemirror/state';
import { concatSpans, type Spans, sliceSpans, spansLength, wholeSpans } from '../../../core/text/span.ts';
import { type InsertedSpans, writer } from './authorship.ts';

/**
 * The authors of inserted text by its place, so that equal texts by two authors are distinguished: in text order,
 * without overlaps, offsets in the new document. The rest is the writer's.
 */
export const textAuthors = Annotation.define<readonly InsertedSpans[]>();

/** The spans of text that a transaction inserts at an offset of the new document. */
export function insertedSpans(transaction: Transaction, at: number, length: number): Spans {
  const writerId = transaction.startState.facet(writer);
  const others = transaction.annotation(textAuthors);
  if (others === undefined) return wholeSpans(writerId, length);
  const end = at + length;
  const parts: Spans[] = [];
  let reached = at;
  for (const { at: from, spans } of others) {
    const to = from + spansLength(spans);
    const start = Math.max(from, reached);
    const stop = Math.min(to, end);
    if (stop <= start) continue;
    parts.push(wholeSpans(writerId, start - reached), sliceSpans(spans, start - from, stop - from));
    reached = stop;
  }
  return concatSpans(...parts, wholeSpans(writerId, end - reached));
}
