import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import {
  newKeyFor,
  PRESS_A_KEY,
  PRESS_NEW_KEY,
  PRESS_OTHER_KEY,
} from '../../../../ui-text/settings/shortcuts.ts';
import { useCommands } from '../../commands.ts';
import type { ShownKey } from '../../shortcuts.ts';
import styles from './Shortcuts.module.css';

export interface KeyFieldProps {
  /** The command's title. */
  readonly title: string;
  /** It replaces a key, which Backspace then removes. */
  readonly replaces: boolean;
  /** @returns why the key is refused; null if it is accepted */
  onPress(key: ShownKey): string | null;
  onClear(): void;
  /** Escape: nothing changes. */
  onCancel(): void;
  /** The field lost the focus. */
  onBlur(): void;
}

/** A field that captures the next key pressed, whatever the key does elsewhere. */
export function KeyField({ title, replaces, onPress, onClear, onCancel, onBlur }: KeyFieldProps) {
  const { shortcuts } = useCommands();
  const [held, setHeld] = useState('');
  const [problem, setProblem] = useState('');
  const field = useRef<HTMLInputElement>(null);
  const id = useId();
  useEffect(() => field.current?.focus(), []);

  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    const pressed = shortcuts.read(event.nativeEvent);
    if (pressed.kind === 'typing') return;
    const isAlone = !event.ctrlKey && !event.altKey && !event.metaKey;
    // Tab leaves the field, as it does any other.
    if (event.key === 'Tab' && isAlone) return;
    event.preventDefault();
    event.stopPropagation();
    if (pressed.kind === 'held') setHeld(pressed.label);
    else if (event.key === 'Escape') onCancel();
    else if (event.key === 'Backspace' && isAlone && !event.shiftKey) onClear();
    else {
      setHeld('');
      setProblem(onPress(pressed.key) ?? '');
    }
  };
  const onKeyUp = (event: KeyboardEvent<HTMLInputElement>) => {
    const pressed = shortcuts.read(event.nativeEvent);
    setHeld(pressed.kind === 'held' ? pressed.label : '');
  };
  return (
    <span className={styles.capture} data-takes-keys="">
      <input
        ref={field}
        className={styles.field}
        readOnly
        aria-label={newKeyFor(title)}
        aria-describedby={`${id}-how`}
        aria-invalid={problem === '' ? undefined : true}
        placeholder={PRESS_A_KEY}
        value={held}
        onKeyDown={onKeyDown}
        onKeyUp={onKeyUp}
        onBlur={onBlur}
      />
      <span id={`${id}-how`} className={styles.how}>
        {replaces ? PRESS_OTHER_KEY : PRESS_NEW_KEY}
      </span>
      <span className={styles.problem} aria-live="assertive">
        {problem}
      </span>
    </span>
  );
}
