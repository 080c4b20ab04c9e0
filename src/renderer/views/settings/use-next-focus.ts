import { type RefObject, useCallback, useEffect, useRef, useState } from 'react';

/**
 * Moves the focus on a page whose focused element may disappear.
 * @returns the page's ref, and a function that focuses the element matching a selector after the next render
 */
export function useNextFocus(): readonly [RefObject<HTMLDivElement | null>, (selector: string) => void] {
  const page = useRef<HTMLDivElement>(null);
  const [next, setNext] = useState<{ readonly selector: string } | null>(null);
  useEffect(() => {
    if (next !== null) page.current?.querySelector<HTMLElement>(next.selector)?.focus();
  }, [next]);
  const focusNext = useCallback((selector: string) => setNext({ selector }), []);
  return [page, focusNext];
}
