import { type RefObject, useCallback, useEffect, useRef, useState } from 'react';

/**
 * For a page on which things come and go: where the keyboard is next, since what had it may be gone.
 * @returns the page's ref, and what names the next one by a selector
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
