import type { KeyboardEvent } from 'react';
import { belongsTo, CANCEL, REASSIGN } from '../../../../ui-text/settings/shortcuts.ts';
import { Button } from '../../../ui/Button.tsx';
import type { ShownKey } from '../../shortcuts.ts';
import styles from './Shortcuts.module.css';

export interface KeyConflictProps {
  readonly taken: ShownKey;
  /** The titles of the commands that have the key. */
  readonly by: readonly string[];
  onTake(): void;
  onCancel(): void;
}

/** Asks whether to take a key away from the commands that have it. Escape cancels. */
export function KeyConflict({ taken, by, onTake, onCancel }: KeyConflictProps) {
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape') return;
    event.preventDefault();
    onCancel();
  };
  return (
    <fieldset className={styles.offer} data-offer="" onKeyDown={onKeyDown}>
      <legend className={styles.problem}>{belongsTo(taken.label, by)}</legend>
      <Button onClick={onTake}>{REASSIGN}</Button>
      <Button onClick={onCancel}>{CANCEL}</Button>
    </fieldset>
  );
}
