import { type ReactNode, useEffect, useRef } from 'react';
import { useAppSession } from '../session/hooks.ts';
import styles from './Overhead.module.css';

/**
 * An overlay at the top of the window for the notices that stay and for progress. The text below never moves for it:
 * `--overhead` is its height, and everything else makes room by that much.
 */
export function Overhead({ children }: { readonly children: ReactNode }) {
  const { notices } = useAppSession();
  const container = useRef<HTMLDivElement>(null);

  useEffect(() => {
    const element = container.current;
    const window = element?.parentElement;
    if (element == null || window == null) return;
    // A ResizeObserver runs between layout and paint, so everything makes room in the same frame.
    const observer = new ResizeObserver(() => {
      const { height } = element.getBoundingClientRect();
      window.style.setProperty('--overhead', `${height}px`);
      notices.overhead.set(height);
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, [notices]);

  return (
    <div ref={container} className={styles.overhead}>
      {children}
    </div>
  );
}
