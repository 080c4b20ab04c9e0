import { type FormEvent, type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import shared from '../../styles/shared.module.css';
import { Button } from '../Button.tsx';
import styles from './TextField.module.css';

interface TextFieldProps {
  /** Its label. */
  readonly label: string;
  /** A sentence below it. */
  readonly hint?: string;
  readonly value: string;
  /** `lines` for several lines of prose, `code` for several lines of code. */
  readonly kind?: 'line' | 'lines' | 'code';
  readonly placeholder?: string;
  readonly disabled?: boolean;
  /** Its text is selected at first, so that typing replaces it. */
  readonly startsSelected?: boolean;
  /** Called while typing. @returns what is wrong with the text; null for nothing */
  check?(text: string): string | null;
  /** The same for what takes a request, called once the writer pauses. It does not reject. */
  checkSoon?(text: string): Promise<string | null>;
  /** Called with the typed text, on blur or Enter. @returns why it was refused, or null */
  onCommit(text: string): Promise<string | null> | null;
  /** Called on Enter, once the text has been taken. */
  onEnter?(text: string): void;
}

/** From a change to the check of it that takes a request. Milliseconds. */
const CHECK_AFTER = 200;

/**
 * A text field that commits on blur or, if it has one line, on Enter. An invalid text is not committed: the
 * problem is shown below, and nothing typed is lost.
 */
export function TextField(props: TextFieldProps) {
  const { label, hint, value, kind = 'line', placeholder, disabled = false, startsSelected = false } = props;
  const id = useId();
  const [typed, setTyped] = useState<string | null>(null);
  const [refusal, setRefusal] = useState<string | null>(null);
  const problem = refusal ?? (typed === null ? null : (props.check?.(typed) ?? null));
  const field = useRef<HTMLInputElement & HTMLTextAreaElement>(null);

  /** Returns true if the text shown has been taken. */
  const commit = async () => {
    if (problem !== null) return false;
    const reason = typed === null || typed === value ? null : await props.onCommit(typed);
    if (reason === null) setTyped((now) => (now === typed ? null : now));
    else setRefusal(reason);
    return reason === null;
  };
  const latest = useRef(commit);
  latest.current = commit;
  // Closing the page with Escape unmounts the field without a blur: commit then.
  useEffect(() => () => void latest.current(), []);
  const checkSoon = useRef(props.checkSoon);
  checkSoon.current = props.checkSoon;
  useEffect(() => {
    if (typed === null || checkSoon.current === undefined) return;
    let isCurrent = true;
    const timer = setTimeout(async () => {
      const found = (await checkSoon.current?.(typed)) ?? null;
      if (isCurrent) setRefusal(found);
    }, CHECK_AFTER);
    return () => {
      isCurrent = false;
      clearTimeout(timer);
    };
  }, [typed]);
  useEffect(() => {
    if (!startsSelected) return;
    field.current?.focus();
    field.current?.select();
  }, [startsSelected]);

  const common = {
    id,
    ref: field,
    className: `${shared.input} ${styles.input}`,
    'data-kind': kind,
    'aria-invalid': problem === null ? undefined : true,
    'aria-describedby':
      [hint === undefined ? '' : `${id}-hint`, problem === null ? '' : `${id}-problem`].join(' ').trim() ||
      undefined,
    placeholder,
    disabled,
    spellCheck: kind === 'lines',
    value: typed ?? value,
    onChange: (event: { readonly target: { readonly value: string } }) => {
      setTyped(event.target.value);
      setRefusal(null);
    },
    onBlur: () => void commit(),
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
    void commit().then((isTaken) => isTaken && props.onEnter?.(typed ?? value));
  };
  return (
    <div className={styles.field}>
      <label className={styles.label} htmlFor={id}>
        {label}
      </label>
      {kind === 'line' ? (
        <input {...common} type="text" autoComplete="off" onKeyDown={onKeyDown} />
      ) : (
        <textarea {...common} rows={kind === 'code' ? 3 : 4} />
      )}
      <p id={`${id}-problem`} className={styles.problem} aria-live="polite">
        {problem}
      </p>
      {hint !== undefined && (
        <p id={`${id}-hint`} className={styles.hint}>
          {hint}
        </p>
      )}
    </div>
  );
}

interface SecretFieldProps {
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
