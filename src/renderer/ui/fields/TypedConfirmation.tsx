import { type ReactNode, useId, useRef, useState } from 'react';
import { Button } from '../Button.tsx';
import { Dialog, DialogActions } from '../layers/Dialog.tsx';
import styles from './TypedConfirmation.module.css';

export interface TypedConfirmationProps {
  readonly title: string;
  /** Describes the effect. */
  readonly children: ReactNode;
  /** The field's label, and the text that must be typed into it. */
  readonly label: string;
  readonly expected: string;
  /** The texts of the buttons: the one that confirms, and the other. */
  readonly action: string;
  readonly cancel: string;
  onConfirm(typed: string): void;
  onClose(): void;
}

/** A dialog before an action that cannot be undone; the expected text must be typed to confirm. Escape closes it. */
export function TypedConfirmation(props: TypedConfirmationProps) {
  const { title, children, label, expected, action } = props;
  const [typed, setTyped] = useState('');
  const id = useId();
  const field = useRef<HTMLInputElement>(null);
  const matches = typed.trim() === expected.trim();
  return (
    <Dialog title={title} text={children} initialFocus={field} onClose={props.onClose}>
      <form
        className={styles.form}
        onSubmit={(event) => {
          event.preventDefault();
          if (matches) props.onConfirm(typed);
        }}
      >
        <label className={styles.label} htmlFor={id}>
          {label}
        </label>
        <p className={styles.expected}>{expected}</p>
        <input
          ref={field}
          id={id}
          className={styles.field}
          autoComplete="off"
          spellCheck={false}
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
        />
        <DialogActions>
          <Button onClick={props.onClose}>{props.cancel}</Button>
          <button type="submit" className={styles.confirm} aria-disabled={!matches}>
            {action}
          </button>
        </DialogActions>
      </form>
    </Dialog>
  );
}
