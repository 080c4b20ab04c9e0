import { useId } from 'react';
import { SegmentedControl } from '../../../ui/fields/SegmentedControl.tsx';
import { useCommands } from '../../commands.ts';
import styles from './Shortcuts.module.css';

/** A choice of the shortcut set, and the original program's keys that it lacks. */
export function ShortcutSetPicker() {
  const { shortcuts } = useCommands();
  const id = useId();
  const currentSet = shortcuts.sets.find((set) => set.id === shortcuts.setId);
  return (
    <div className={styles.set}>
      <div className={styles.setWords}>
        <span className={styles.setName}>Shortcut set</span>
        <p id={id} className={styles.soft}>
          {currentSet?.sentence} Choosing a set resets your changes below.
        </p>
      </div>
      <SegmentedControl
        label="Shortcut set"
        describedBy={id}
        wide
        value={shortcuts.setId}
        options={shortcuts.sets.map((set) => ({ value: set.id, text: set.title }))}
        onChange={(set) => shortcuts.chooseSet(set)}
      />
      {currentSet !== undefined && currentSet.unavailable.length > 0 && (
        <details className={styles.leftOut}>
          <summary>Keys that are not available</summary>
          <ul>
            {currentSet.unavailable.map((sentence) => (
              <li key={sentence}>{sentence}</li>
            ))}
          </ul>
        </details>
      )}
    </div>
  );
}
