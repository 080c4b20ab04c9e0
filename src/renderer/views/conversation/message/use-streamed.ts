import { useEffect, useReducer, useRef } from 'react';
import { MAX_BLOCK_LENGTH } from '../../../../core/markdown/limits.ts';

/** Interval at which a long paragraph is laid out again while it streams, in milliseconds. */
const INTERVAL = 100;

/**
 * The shown part of a text that streams: all of it, but of a paragraph so long that its lines cost most of a frame, the
 * part of a moment ago.
 */
export function useStreamed(text: string): string {
  const shown = useRef({ text, at: 0 });
  const [, showLatest] = useReducer((count: number) => count + 1, 0);
  const isLong = text.length - text.lastIndexOf('\n') > MAX_BLOCK_LENGTH;
  const now = performance.now();
  if (!isLong || !text.startsWith(shown.current.text) || now - shown.current.at >= INTERVAL)
    shown.current = { text, at: now };
  useEffect(() => {
    if (shown.current.text === text) return;
    const timer = setTimeout(showLatest, INTERVAL);
    return () => clearTimeout(timer);
  }, [text]);
  return shown.current.text;
}
