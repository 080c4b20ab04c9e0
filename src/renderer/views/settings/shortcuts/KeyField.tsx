import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { useCommands } from '../../commands.ts';
import type { ShownKey } from '../../shortcuts.ts';
import styles from './Shortcuts.module.css';

export interface KeyFieldProps {
  /** Of the command. */
  readonly title: string;
  /** Whether there is a key that Backspace takes away. */
  readonly replaces: boolean;
  /** Answers why the key is refused, in a sentence; null where it is not. */
  onPress(key: ShownKey): string | null;
  onClear(): void;
  /** Escape: it stays as it was. */
  onLeave(): void;
  /** The keyboard went elsewhere. */
  onBlur(): void;
}

/** A field that takes the next key that is pressed, whatever it does elsewhere. */
export function KeyField({ title, replaces, onPress, onClear, onLeave, onBlur }: KeyFieldProps) {
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
    // Out of the field and on, as from any other.
    if (event.key === 'Tab' && isAlone) return;
    event.preventDefault();
    event.stopPropagation();
    if (pressed.kind === 'held') setHeld(pressed.label);
    else if (event.key === 'Escape') onLeave();
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
        aria-label={`New key for ${title}`}
        aria-describedby={`${id}-how`}
        aria-invalid={problem === '' ? undefined : true}
        placeholder="Press a key"
        value={held}
        onKeyDown={onKeyDown}
        onKeyUp={onKeyUp}
        onBlur={onBlur}
      />
      <span id={`${id}-how`} className={styles.how}>
        {replaces
          ? 'Press the new key. Backspace takes this one away, Escape leaves it.'
          : 'Press the new key. Escape leaves it as it is.'}
      </span>
      <span className={styles.problem} aria-live="assertive">
        {problem}
      </span>
    </span>
  );
}
