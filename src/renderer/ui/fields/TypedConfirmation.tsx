import { type ReactNode, useId, useRef, useState } from 'react';
import { Button } from '../Button.tsx';
import { Dialog, DialogActions } from '../layers/Dialog.tsx';
import styles from './TypedConfirmation.module.css';

export interface TypedConfirmationProps {
  readonly title: string;
  /** What is going to happen. */
  readonly children: ReactNode;
  /** What the field is called, and what has to be typed into it. */
  readonly label: string;
  readonly expected: string;
  /** What the button says. */
  readonly action: string;
  onConfirm(typed: string): void;
  onClose(): void;
}

/** A dialog for what cannot be undone: it is done only where its name was typed. Escape closes it. */
export function TypedConfirmation(props: TypedConfirmationProps) {
  const { title, children, label, expected, action } = props;
  const [typed, setTyped] = useState('');
  const id = useId();
  const field = useRef<HTMLInputElement>(null);
  const fits = typed.trim() === expected.trim();
  return (
    <Dialog title={title} text={children} startsAt={field} onClose={props.onClose}>
      <form
        className={styles.form}
        onSubmit={(event) => {
          event.preventDefault();
          if (fits) props.onConfirm(typed);
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
          <Button onClick={props.onClose}>Keep it</Button>
          <button type="submit" className={styles.confirm} aria-disabled={!fits}>
            {action}
          </button>
        </DialogActions>
      </form>
    </Dialog>
  );
}
