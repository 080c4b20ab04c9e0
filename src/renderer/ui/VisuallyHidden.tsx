import type { ReactNode } from 'react';
import styles from './VisuallyHidden.module.css';

export interface VisuallyHiddenProps {
  readonly id?: string;
  /** Said as soon as it changes. */
  readonly isLive?: boolean;
  readonly children: ReactNode;
}

/** Words for whoever hears the page; they are not in sight. */
export function VisuallyHidden({ id, isLive = false, children }: VisuallyHiddenProps) {
  return (
    <span id={id} className={styles.spoken} aria-live={isLive ? 'polite' : undefined}>
      {children}
    </span>
  );
}
