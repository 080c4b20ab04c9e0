import { type FormEvent, useEffect, useId, useRef, useState } from 'react';
import shared from '../../styles/shared.module.css';
import { Button } from '../Button.tsx';
import styles from './TextField.module.css';

export interface SecretFieldProps {
  /** Its accessible name. */
  readonly label: string;
  /** The id of its description. */
  readonly describedBy: string;
  /** Label of its button. */
  readonly action: string;
  readonly startsFocused?: boolean;
  /** @returns what is wrong with a secret; null for nothing */
  check(secret: string): string | null;
  /** @returns why the secret was refused, or null */
  onCommit(secret: string): Promise<string | null>;
}

/**
 * A field for a secret. The secret is never shown, not even in the DOM, and the field is cleared once it is committed.
 */
export function SecretField({
  label,
  describedBy,
  action,
  startsFocused = false,
  check,
  onCommit,
}: SecretFieldProps) {
  const id = useId();
  const field = useRef<HTMLInputElement>(null);
  const isCommitting = useRef(false);
  const [problem, setProblem] = useState<string | null>(null);
  useEffect(() => {
    if (startsFocused) field.current?.focus();
  }, [startsFocused]);

  // The field is uncontrolled: React would write a controlled value into the DOM.
  const commit = async () => {
    const secret = field.current?.value.trim() ?? '';
    // A click on the button blurs the field first, which commits too.
    if (secret === '' || isCommitting.current) return;
    isCommitting.current = true;
    const reason = check(secret) ?? (await onCommit(secret));
    isCommitting.current = false;
    setProblem(reason);
    if (reason === null && field.current !== null) field.current.value = '';
  };
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    void commit();
  };
  return (
    <form className={styles.secret} onSubmit={onSubmit}>
      <input
        ref={field}
        className={`${shared.input} ${styles.input}`}
        type="password"
        aria-label={label}
        aria-describedby={`${describedBy} ${id}-problem`}
        aria-invalid={problem === null ? undefined : true}
        autoComplete="off"
        spellCheck={false}
        onBlur={() => void commit()}
      />
      <Button onClick={() => void commit()}>{action}</Button>
      <p id={`${id}-problem`} className={styles.problem} aria-live="polite">
        {problem}
      </p>
    </form>
  );
}
