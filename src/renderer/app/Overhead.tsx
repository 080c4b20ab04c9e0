import { type ReactNode, useEffect, useRef } from 'react';
import { useAppSession } from '../session/hooks.ts';
import styles from './Overhead.module.css';

/**
 * What floats over the top of the window while it has something to say. The text below never moves for it: `--overhead` is
 * its height, by which everything else makes room.
 */
export function Overhead({ children }: { readonly children: ReactNode }) {
  const { notices } = useAppSession();
  const place = useRef<HTMLDivElement>(null);

  useEffect(() => {
    const element = place.current;
    const window = element?.parentElement;
    if (element == null || window == null) return;
    // Told between layout and paint: what makes room does so in the same frame.
    const observer = new ResizeObserver(() => {
      const { height } = element.getBoundingClientRect();
      window.style.setProperty('--overhead', `${height}px`);
      notices.overhead.set(height);
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, [notices]);

  return (
    <div ref={place} className={styles.overhead}>
      {children}
    </div>
  );
}
