import { Radio } from '@base-ui/react/radio';
import { RadioGroup } from '@base-ui/react/radio-group';
import { useId } from 'react';
import shared from '../../styles/shared.module.css';
import styles from './RadioCards.module.css';

interface RadioCardsProps<V extends string> {
  /** The accessible name of the group. */
  readonly label: string;
  /** A sentence below it. */
  readonly hint?: string;
  readonly value: V;
  readonly options: readonly { readonly value: V; readonly text: string; readonly sentence: string }[];
  onChange(value: V): void;
}

/** A radio group with a sentence for each option; the arrow keys choose. */
export function RadioCards<V extends string>({ label, hint, value, options, onChange }: RadioCardsProps<V>) {
  const id = useId();
  return (
    <div>
      <div id={id} className={styles.label}>
        {label}
      </div>
      {hint !== undefined && (
        <p id={`${id}-hint`} className={styles.hint}>
          {hint}
        </p>
      )}
      <RadioGroup<V>
        className={styles.group}
        aria-labelledby={id}
        aria-describedby={hint === undefined ? undefined : `${id}-hint`}
        value={value}
        onValueChange={onChange}
      >
        {options.map((option) => (
          // biome-ignore lint/a11y/noLabelWithoutControl: the radio brings its input
          <label key={option.value} className={styles.option}>
            <Radio.Root
              value={option.value}
              className={styles.ring}
              aria-labelledby={`${id}-${option.value}`}
              aria-describedby={`${id}-${option.value}-sentence`}
            >
              <Radio.Indicator className={styles.dot} />
            </Radio.Root>
            <div>
              <span id={`${id}-${option.value}`}>{option.text}</span>
              <p id={`${id}-${option.value}-sentence`} className={styles.sentence}>
                {option.sentence}
              </p>
            </div>
          </label>
        ))}
      </RadioGroup>
    </div>
  );
}

interface RadioListProps {
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
        <Radio.Root key={option.value} value={option.value} className={styles.listOption}>
          <span className={styles.text}>{option.value}</span>
          <span className={`${shared.figures} ${styles.note}`}>{option.note}</span>
        </Radio.Root>
      ))}
    </RadioGroup>
  );
}
