import { useEffect } from 'react';

/** How far the pointer may stray from what it brought up, in CSS pixels. */
const NEAR = 28;

interface Rect {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

/** What the pointer brought up by resting goes when it leaves both the place and the panel. */
export function useStrayingPointer(
  rect: Rect | null,
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

function isNear(rect: Rect, x: number, y: number): boolean {
  return (
    x >= rect.left - NEAR &&
    x <= rect.left + rect.width + NEAR &&
    y >= rect.top - NEAR &&
    y <= rect.top + rect.height + NEAR
  );
}
