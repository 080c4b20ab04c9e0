import type { ReactNode } from 'react';
import { RESTORE, restoreOf } from '../../../ui-text/settings/section-words.ts';
import { Button } from '../../ui/Button.tsx';
import styles from './RemovedItem.module.css';

export interface RemovedItemProps {
  /** The id of the removed item; its button is `[data-gone="…"] button`. */
  readonly id: string;
  readonly name: string;
  /** Describes the removed item. */
  readonly children: ReactNode;
  onRestore(): void;
}

/** A removed item, with a button to restore it. */
export function RemovedItem({ id, name, children, onRestore }: RemovedItemProps) {
  return (
    <div className={styles.gone} data-gone={id}>
      <span>{children}</span>
      <Button variant="quiet" label={restoreOf(name)} onClick={onRestore}>
        {RESTORE}
      </Button>
    </div>
  );
}
