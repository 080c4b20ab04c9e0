import { type ReactNode, useId } from 'react';
import { setHere } from '../../../../ui-text/settings/parameters.ts';
import { NumberSlider } from '../../../ui/fields/NumberSlider.tsx';
import { Switch } from '../../../ui/fields/Switch.tsx';
import styles from './ParameterRow.module.css';

export interface ParameterRowProps {
  readonly label: string;
  readonly sentence: string;
  /** Undefined if the parameter is not set here. */
  readonly value: number | undefined;
  /** The source of the default value: `provider’s default`. */
  readonly unsetNote: string;
  readonly min: number;
  readonly max: number;
  readonly sliderMax: number;
  readonly step: number;
  readonly unit?: string;
  readonly initialValue: number;
  onChange(value: number | undefined): void;
}

/** A number that is set here, with a slider or typed, or left to its default. */
export function ParameterRow(props: ParameterRowProps): ReactNode {
  const {
    label,
    sentence,
    value,
    unsetNote,
    min,
    max,
    sliderMax,
    step,
    unit = '',
    initialValue,
    onChange,
  } = props;
  const id = useId();
  // Adding steps in floating point leaves a remainder. With whole steps the value is a whole number, even if typed.
  const rounded = (next: number) => (step >= 1 ? Math.round(next) : Math.round(next * 100) / 100);
  return (
    <div className={styles.row}>
      <Switch
        label={setHere(label)}
        describedBy={id}
        on={value !== undefined}
        onChange={(on) => onChange(on ? initialValue : undefined)}
      />
      <div>
        <div>
          <span className={styles.label}>{label}</span>
          {value === undefined && <span className={styles.otherwise}>{unsetNote}</span>}
        </div>
        <p id={id} className={styles.sentence}>
          {sentence}
        </p>
      </div>
      {value !== undefined && (
        <div className={styles.control}>
          <NumberSlider
            label={label}
            describedBy={id}
            value={value}
            min={min}
            max={max}
            sliderMax={Math.max(sliderMax, min)}
            step={step}
            unit={unit}
            onChange={(next) => onChange(rounded(next))}
          />
        </div>
      )}
    </div>
  );
}
