import { Radio } from '@base-ui/react/radio';
import { RadioGroup } from '@base-ui/react/radio-group';
import type { ReactNode } from 'react';
import styles from './SegmentedControl.module.css';

export interface SegmentedControlProps<V extends string> {
  /** Its accessible name. */
  readonly label: string;
  /** The id of its description. */
  readonly describedBy: string;
  /** The options share the full width. */
  readonly wide?: boolean;
  readonly disabled?: boolean;
  readonly value: V;
  readonly options: readonly { readonly value: V; readonly text: ReactNode }[];
  onChange(value: V): void;
}

/** A radio group whose options are all visible in a row; the arrow keys choose. */
export function SegmentedControl<V extends string>({
  label,
  describedBy,
  wide = false,
  disabled = false,
  value,
  options,
  onChange,
}: SegmentedControlProps<V>) {
  return (
    <RadioGroup<V>
      className={styles.group}
      data-wide={wide || undefined}
      aria-label={label}
      aria-describedby={describedBy}
      value={value}
      disabled={disabled}
      onValueChange={onChange}
    >
      {options.map((option) => (
        <Radio.Root key={option.value} value={option.value} className={styles.option}>
          {option.text}
        </Radio.Root>
      ))}
    </RadioGroup>
  );
}
