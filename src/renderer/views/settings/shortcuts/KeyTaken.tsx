import type { KeyboardEvent } from 'react';
import { Button } from '../../../ui/Button.tsx';
import type { ShownKey } from '../../shortcuts.ts';
import styles from './Shortcuts.module.css';

export interface KeyTakenProps {
  readonly taken: ShownKey;
  /** Titles of the commands that have it. */
  readonly by: readonly string[];
  onTake(): void;
  onLeave(): void;
}

/** A key that was pressed is somebody’s already: it goes over, or stays. Escape leaves it. */
export function KeyTaken({ taken, by, onTake, onLeave }: KeyTakenProps) {
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape') return;
    event.preventDefault();
    onLeave();
  };
  return (
    <fieldset className={styles.offer} data-offer="" onKeyDown={onKeyDown}>
      <legend className={styles.problem}>
        {taken.label} is a key of {by.map((title) => `“${title}”`).join(' and ')}.
      </legend>
      <Button onClick={onTake}>Take it away there</Button>
      <Button onClick={onLeave}>Leave it there</Button>
    </fieldset>
  );
}
