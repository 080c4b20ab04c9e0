import { useId } from 'react';
import { RESETS_CHANGES, SHORTCUT_SET, UNAVAILABLE_KEYS } from '../../../../ui-text/settings/shortcuts.ts';
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
        <span className={styles.setName}>{SHORTCUT_SET}</span>
        <p id={id} className={styles.soft}>
          {currentSet?.sentence} {RESETS_CHANGES}
        </p>
      </div>
      <SegmentedControl
        label={SHORTCUT_SET}
        describedBy={id}
        wide
        value={shortcuts.setId}
        options={shortcuts.sets.map((set) => ({ value: set.id, text: set.title }))}
        onChange={(set) => shortcuts.chooseSet(set)}
      />
      {currentSet !== undefined && currentSet.unavailable.length > 0 && (
        <details className={styles.leftOut}>
          <summary>{UNAVAILABLE_KEYS}</summary>
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
