import type { ReactNode } from 'react';
import { Button } from '../../ui/Button.tsx';
import styles from './Gone.module.css';

export interface GoneProps {
  /** Of what is gone; the button is found by it as `[data-gone="…"] button`. */
  readonly id: string;
  readonly name: string;
  /** What is said of it. */
  readonly children: ReactNode;
  onBringBack(): void;
}

/** Something that was taken away, and the way to have it back. */
export function Gone({ id, name, children, onBringBack }: GoneProps) {
  return (
    <div className={styles.gone} data-gone={id}>
      <span>{children}</span>
      <Button look="quiet" label={`Bring back ${name}`} onClick={onBringBack}>
        Bring it back
      </Button>
    </div>
  );
}
