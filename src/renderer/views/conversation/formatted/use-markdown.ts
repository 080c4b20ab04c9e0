import { useEffect, useMemo, useReducer, useRef } from 'react';
import { READING_STEP } from '../../../../core/markdown/limits.ts';
import { type MarkdownReading, readMarkdown } from '../../../../core/markdown/read-markdown.ts';
import { findReading, rememberReading } from './recent-readings.ts';

/** Length of a text read before it is shown for the first time, in UTF-16 code units: all of most long replies. */
const FIRST_READING = 2 * READING_STEP;

/** Reads a text that may grow: the part read stays, and a long text is read a step in each frame. */
export function useMarkdown(text: string): MarkdownReading {
  const [frame, readOn] = useReducer((count: number) => count + 1, 0);
  const before = useRef<MarkdownReading>(undefined);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another frame reads on.
  const reading = useMemo(
    () => (before.current === undefined ? beginReading(text) : readMarkdown(text, before.current)),
    [text, frame],
  );
  useEffect(() => {
    before.current = reading;
    if (reading.length === reading.text.length) {
      rememberReading(before, reading);
      return;
    }
    const request = requestAnimationFrame(readOn);
    return () => cancelAnimationFrame(request);
  }, [reading]);
  return reading;
}

function beginReading(text: string): MarkdownReading {
  let reading = readMarkdown(text, findReading(text));
  while (reading.length < Math.min(text.length, FIRST_READING)) reading = readMarkdown(text, reading);
  return reading;
}
