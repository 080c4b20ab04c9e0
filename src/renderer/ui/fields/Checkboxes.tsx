import { Checkbox } from '@base-ui/react/checkbox';
import type { ReactNode } from 'react';
import { CheckIcon } from '../icons.tsx';
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
        // biome-ignore lint/a11y/noLabelWithoutControl: the box is a button that Base UI connects to this label.
        <label key={value} className={styles.option}>
          <Checkbox.Root
            className={styles.box}
            checked={chosen.includes(value)}
            onCheckedChange={() => onToggle(value)}
          >
            <Checkbox.Indicator className={styles.mark}>
              <CheckIcon />
            </Checkbox.Indicator>
          </Checkbox.Root>
          {text}
        </label>
      ))}
    </fieldset>
  );
}
