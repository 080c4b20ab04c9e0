import { Checkbox as BaseCheckbox } from '@base-ui/react/checkbox';
import type { ReactNode } from 'react';
import { CheckIcon } from '../icons.tsx';
import styles from './Checkbox.module.css';

export interface CheckboxProps {
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
