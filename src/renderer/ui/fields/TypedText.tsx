import { useEffect, useId, useRef, useState } from 'react';
import shared from '../../styles/shared.module.css';
import styles from './TypedText.module.css';

export interface TypedTextProps {
  readonly label: string;
  readonly hint: string;
  readonly value: string;
  /** In UTF-16 code units. */
  readonly maxLength: number;
  readonly readOnly: boolean;
  readonly rows?: number;
  onChange(value: string): void;
  /** The writer leaves the field. */
  onLeave(): void;
}

/**
 * A text that is applied as it is typed. It is uncontrolled: if React set its value on every change, the
 * browser's undo would go letter by letter.
 */
export function TypedText({
  label,
  hint,
  value,
  maxLength,
  readOnly,
  rows = 5,
  onChange,
  onLeave,
}: TypedTextProps) {
  const id = useId();
  const field = useRef<HTMLTextAreaElement>(null);
  const [initial] = useState(value);

  useEffect(() => {
    if (field.current !== null && field.current.value !== value) field.current.value = value;
  }, [value]);

  return (
    <div className={styles.field}>
      <textarea
        ref={field}
        className={shared.area}
        aria-label={label}
        aria-describedby={id}
        rows={rows}
        maxLength={maxLength}
        readOnly={readOnly}
        defaultValue={initial}
        onChange={(event) => onChange(event.target.value)}
        onBlur={onLeave}
      />
      <p id={id} className={styles.hint}>
        {hint}
      </p>
    </div>
  );
}

/** More than fits on a line. UTF-16 code units. */
const LONGEST_LINE = 200;

/** Shown while the fold of a text is closed: as much of its first line as fits. @param empty in place of no text */
export function FirstLine({ text, empty }: { readonly text: string; readonly empty: string }) {
  const line = text.trim().split('\n', 1)[0] ?? '';
  return <span className={styles.line}>{line === '' ? empty : line.slice(0, LONGEST_LINE)}</span>;
}
