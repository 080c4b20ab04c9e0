import { type FormEvent, useEffect, useId, useRef, useState } from 'react';
import { Button } from '../Button.tsx';
import styles from './TextField.module.css';

export interface SecretFieldProps {
  /** Its name. */
  readonly label: string;
  /** The id of what explains it. */
  readonly describedBy: string;
  readonly startsFocused?: boolean;
  /** What is wrong with a secret; null for nothing. */
  check(secret: string): string | null;
  /** Resolves to why it was refused, or null. */
  onCommit(secret: string): Promise<string | null>;
}

/**
 * A secret to hand on: it is never shown, not even in the page's own source, and the field is empty again once it is
 * handed on.
 */
export function SecretField({
  label,
  describedBy,
  startsFocused = false,
  check,
  onCommit,
}: SecretFieldProps) {
  const id = useId();
  const field = useRef<HTMLInputElement>(null);
  const isHanding = useRef(false);
  const [problem, setProblem] = useState<string | null>(null);
  useEffect(() => {
    if (startsFocused) field.current?.focus();
  }, [startsFocused]);

  // React would write the value of a field that it controls into the page: this one keeps its own.
  const commit = async () => {
    const secret = field.current?.value.trim() ?? '';
    // A click on the button takes the keyboard from the field first.
    if (secret === '' || isHanding.current) return;
    isHanding.current = true;
    const reason = check(secret) ?? (await onCommit(secret));
    isHanding.current = false;
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
        className={styles.input}
        type="password"
        aria-label={label}
        aria-describedby={`${describedBy} ${id}-problem`}
        aria-invalid={problem === null ? undefined : true}
        autoComplete="off"
        spellCheck={false}
        onBlur={() => void commit()}
      />
      <Button onClick={() => void commit()}>Keep the key</Button>
      <p id={`${id}-problem`} className={styles.problem} aria-live="polite">
        {problem}
      </p>
    </form>
  );
}
