import { Radio } from '@base-ui/react/radio';
import { RadioGroup } from '@base-ui/react/radio-group';
import shared from '../../styles/shared.module.css';
import styles from './RadioList.module.css';

export interface RadioListProps {
  /** The id of its label. */
  readonly labelledBy: string;
  /** Empty for none. */
  readonly value: string;
  readonly options: readonly { readonly value: string; readonly note: string }[];
  onChange(value: string): void;
}

/** A scrolling list of lines, one of which is chosen by a click or with the arrow keys. */
export function RadioList({ labelledBy, value, options, onChange }: RadioListProps) {
  return (
    <RadioGroup<string>
      className={styles.list}
      aria-labelledby={labelledBy}
      value={value}
      onValueChange={onChange}
    >
      {options.map((option) => (
        <Radio.Root key={option.value} value={option.value} className={styles.option}>
          <span className={styles.text}>{option.value}</span>
          <span className={`${shared.figures} ${styles.note}`}>{option.note}</span>
        </Radio.Root>
      ))}
    </RadioGroup>
  );
}
