import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import shared from '../../styles/shared.module.css';
import styles from './TextField.module.css';

export interface TextFieldProps {
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
  /** Called with the typed text, on blur or Enter. @returns why it was refused, or null */
  onCommit(text: string): Promise<string | null> | null;
}

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

  const commit = async () => {
    if (typed === null || problem !== null) return;
    const reason = typed === value ? null : await props.onCommit(typed);
    if (reason === null) setTyped((now) => (now === typed ? null : now));
    else setRefusal(reason);
  };
  const latest = useRef(commit);
  latest.current = commit;
  // Closing the page with Escape unmounts the field without a blur: commit then.
  useEffect(() => () => void latest.current(), []);
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
    if (event.key === 'Enter' && !event.nativeEvent.isComposing) void commit();
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
