import { NumberField as BaseNumberField } from '@base-ui/react/number-field';
import { useId } from 'react';
import styles from './NumberField.module.css';

export interface NumberFieldProps {
  readonly label: string;
  /** Below the label. */
  readonly hint?: string;
  readonly value: number;
  readonly min: number;
  readonly max: number;
  readonly step?: number;
  onChange(value: number): void;
}

/** A whole number with buttons to step it; the arrow keys step it too. */
export function NumberField({ label, hint, value, min, max, step = 1, onChange }: NumberFieldProps) {
  const id = useId();
  return (
    <BaseNumberField.Root
      id={id}
      className={styles.root}
      value={value}
      min={min}
      max={max}
      step={step}
      onValueChange={(next) => {
        if (next !== null) onChange(Math.round(next));
      }}
    >
      <div className={styles.label}>
        <label htmlFor={id}>{label}</label>
        {hint !== undefined && <p id={`${id}-hint`}>{hint}</p>}
      </div>
      <BaseNumberField.Group className={styles.group}>
        <BaseNumberField.Decrement className={styles.step}>−</BaseNumberField.Decrement>
        <BaseNumberField.Input
          className={styles.input}
          aria-describedby={hint === undefined ? undefined : `${id}-hint`}
        />
        <BaseNumberField.Increment className={styles.step}>+</BaseNumberField.Increment>
      </BaseNumberField.Group>
    </BaseNumberField.Root>
  );
}
