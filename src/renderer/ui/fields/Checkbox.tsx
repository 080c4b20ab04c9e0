import { Checkbox as BaseCheckbox } from '@base-ui/react/checkbox';
import type { ReactNode } from 'react';
import { CheckIcon } from '../icons.tsx';
import styles from './Checkbox.module.css';

interface CheckboxProps {
  /** Its label. */
  readonly text: ReactNode;
  /** The id of its description. */
  readonly describedBy?: string;
  readonly checked: boolean;
  onChange(checked: boolean): void;
}

/** A checkbox before its label. */
export function Checkbox({ text, describedBy, checked, onChange }: CheckboxProps) {
  return (
    // biome-ignore lint/a11y/noLabelWithoutControl: the box is a button that Base UI connects to this label.
    <label className={styles.option}>
      <BaseCheckbox.Root
        className={styles.box}
        aria-describedby={describedBy}
        checked={checked}
        onCheckedChange={onChange}
      >
        <BaseCheckbox.Indicator className={styles.mark}>
          <CheckIcon />
        </BaseCheckbox.Indicator>
      </BaseCheckbox.Root>
      {text}
    </label>
  );
}

interface CheckboxesProps<V extends string> {
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
