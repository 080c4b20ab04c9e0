import { useId } from 'react';
import { SegmentedControl } from '../../../ui/fields/SegmentedControl.tsx';
import { useCommands } from '../../commands.ts';
import styles from './Shortcuts.module.css';

/** Which set of keys to begin with, and what it could not take over. */
export function KeySet() {
  const { shortcuts } = useCommands();
  const id = useId();
  const now = shortcuts.sets.find((set) => set.id === shortcuts.set);
  return (
    <div className={styles.set}>
      <div className={styles.setWords}>
        <span className={styles.setName}>Keys to begin with</span>
        <p id={id} className={styles.soft}>
          {now?.sentence} What you change below stays as you changed it.
        </p>
      </div>
      <SegmentedControl
        label="Keys to begin with"
        describedBy={id}
        wide
        value={shortcuts.set}
        options={shortcuts.sets.map((set) => ({ value: set.id, text: set.title }))}
        onChange={(set) => shortcuts.chooseSet(set)}
      />
      {now !== undefined && now.leftOut.length > 0 && (
        <details className={styles.leftOut}>
          <summary>What could not be taken over</summary>
          <ul>
            {now.leftOut.map((sentence) => (
              <li key={sentence}>{sentence}</li>
            ))}
          </ul>
        </details>
      )}
    </div>
  );
}
