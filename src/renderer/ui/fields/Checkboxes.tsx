import type { ReactNode } from 'react';
import { Checkbox } from './Checkbox.tsx';
import styles from './Checkboxes.module.css';

export interface CheckboxesProps<V extends string> {
  /** The accessible name of the group. */
  readonly label: string;
  readonly options: readonly { readonly value: V; readonly text: ReactNode }[];
  readonly chosen: readonly V[];
  onToggle(value: V): void;
}

/** A group of checkboxes. */
export function Checkboxes<V extends string>({ label, options, chosen, onToggle }: CheckboxesProps<V>) {
  return (
    <fieldset className={styles.group}>
      <legend className={styles.legend}>{label}</legend>
      {options.map(({ value, text }) => (
        <Checkbox key={value} text={text} checked={chosen.includes(value)} onChange={() => onToggle(value)} />
      ))}
    </fieldset>
  );
}
