import { useEffect } from 'react';
import type { WindowRect } from '../../surface.ts';

/** Greatest distance of the pointer from the text and from the popover, in CSS pixels. */
const MARGIN = 28;

/** Closes a popover that hovering opened once the pointer leaves both the text and the popover. */
export function useCloseOnPointerAway(
  rect: WindowRect | null,
  content: { readonly current: HTMLElement | null },
  close: (byKey: boolean) => void,
): void {
  useEffect(() => {
    if (rect === null) return;
    const onMove = ({ clientX: x, clientY: y }: MouseEvent) => {
      const panel = content.current?.parentElement?.getBoundingClientRect();
      if (panel === undefined || isNear(rect, x, y) || isNear(panel, x, y)) return;
      close(false);
    };
    document.addEventListener('mousemove', onMove);
    return () => document.removeEventListener('mousemove', onMove);
  }, [rect, content, close]);
}

function isNear(rect: WindowRect, x: number, y: number): boolean {
  return (
    x >= rect.left - MARGIN &&
    x <= rect.left + rect.width + MARGIN &&
    y >= rect.top - MARGIN &&
    y <= rect.top + rect.height + MARGIN
  );
}
