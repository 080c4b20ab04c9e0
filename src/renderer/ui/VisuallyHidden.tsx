import type { ReactNode } from 'react';
import shared from '../styles/shared.module.css';

export interface VisuallyHiddenProps {
  readonly id?: string;
  /** Screen readers announce each change. */
  readonly isLive?: boolean;
  readonly children: ReactNode;
}

/** Text for screen readers only. */
export function VisuallyHidden({ id, isLive = false, children }: VisuallyHiddenProps) {
  return (
    <span id={id} className={shared.spoken} aria-live={isLive ? 'polite' : undefined}>
      {children}
    </span>
  );
}
