import { READING_STEP } from '../../../../core/markdown/limits.ts';
import type { MarkdownReading } from '../../../../core/markdown/read-markdown.ts';

/** The longest text that is remembered, in UTF-16 code units: showing all of a longer one takes too long for a frame. */
const MAX_LENGTH = 50_000;

const MAX_COUNT = 4;

/** By their readers, latest last. */
const recent = new Map<object, MarkdownReading>();

/**
 * Keeps the reading of a long text for when it is shown again, after the reader has scrolled back to it: it must not be shown
 * as typed for a moment, since what is read would move.
 * @param reader of a text that grows; the last reading of each is kept
 */
export function rememberReading(reader: object, reading: MarkdownReading): void {
  recent.delete(reader);
  if (reading.text.length <= READING_STEP || reading.text.length > MAX_LENGTH) return;
  recent.set(reader, reading);
  const [oldest] = recent.keys();
  if (recent.size > MAX_COUNT && oldest !== undefined) recent.delete(oldest);
}

/** The reading of this text, or of its beginning; undefined if none is remembered. */
export function findReading(text: string): MarkdownReading | undefined {
  if (text.length <= READING_STEP) return undefined;
  return [...recent.values()].findLast((reading) => text.startsWith(reading.text));
}
