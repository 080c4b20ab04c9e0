import { type ReactNode, useId } from 'react';
import { NumberSlider } from '../../../ui/fields/NumberSlider.tsx';
import { Switch } from '../../../ui/fields/Switch.tsx';
import styles from './ParameterRow.module.css';

export interface ParameterRowProps {
  readonly label: string;
  readonly sentence: string;
  /** Undefined for one that is left to somebody else. */
  readonly value: number | undefined;
  /** Whose it is then: `the provider’s own`. */
  readonly otherwise: string;
  readonly min: number;
  readonly max: number;
  readonly lineTo: number;
  readonly step: number;
  readonly unit?: string;
  readonly start: number;
  onChange(value: number | undefined): void;
}

/** A number that is set here, along a line and exactly, or left to somebody else. */
export function ParameterRow(props: ParameterRowProps): ReactNode {
  const { label, sentence, value, otherwise, min, max, lineTo, step, unit = '', start, onChange } = props;
  const id = useId();
  // Adding steps in binary leaves a rest behind; what goes in whole steps is a whole number, typed or not.
  const rounded = (next: number) => (step >= 1 ? Math.round(next) : Math.round(next * 100) / 100);
  return (
    <div className={styles.row}>
      <Switch
        label={`Set ${label.toLowerCase()} here`}
        describedBy={id}
        on={value !== undefined}
        onChange={(on) => onChange(on ? start : undefined)}
      />
      <div className={styles.words}>
        <div>
          <span className={styles.label}>{label}</span>
          {value === undefined && <span className={styles.otherwise}>{otherwise}</span>}
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
            lineTo={Math.max(lineTo, min)}
            step={step}
            unit={unit}
            onChange={(next) => onChange(rounded(next))}
          />
        </div>
      )}
    </div>
  );
}
