import { NumberField } from '@base-ui/react/number-field';
import { Slider } from '@base-ui/react/slider';
import styles from './NumberSlider.module.css';

export interface NumberSliderProps {
  /** Its name. */
  readonly label: string;
  /** The id of what explains it. */
  readonly describedBy: string;
  readonly value: number;
  readonly min: number;
  readonly max: number;
  /** Where the line ends; what is more is typed. */
  readonly lineTo: number;
  readonly step: number;
  /** What is counted, behind the exact figure. */
  readonly unit: string;
  onChange(value: number): void;
}

/** A number along a line, and beside it the exact figure to type. */
export function NumberSlider(props: NumberSliderProps) {
  const { label, describedBy, value, min, max, lineTo, step, unit, onChange } = props;
  return (
    <div className={styles.root}>
      <Slider.Root<number>
        className={styles.slider}
        value={Math.min(value, lineTo)}
        min={min}
        max={lineTo}
        step={step}
        largeStep={step * 5}
        onValueChange={onChange}
      >
        <Slider.Control className={styles.control}>
          <Slider.Track className={styles.track}>
            <Slider.Indicator className={styles.indicator} />
            <Slider.Thumb
              className={styles.thumb}
              aria-label={label}
              aria-describedby={describedBy}
              getAriaValueText={() => `${value} ${unit}`}
            />
          </Slider.Track>
        </Slider.Control>
      </Slider.Root>
      <NumberField.Root
        className={styles.field}
        value={value}
        min={min}
        max={max}
        step={step}
        smallStep={step}
        largeStep={step * 5}
        onValueChange={(next) => {
          // On the way to 24 stands a 2, which is no size to show.
          if (next !== null && next >= min && next <= max) onChange(next);
        }}
      >
        <NumberField.Input className={styles.input} aria-label={label} aria-describedby={describedBy} />
        <span className={styles.unit} aria-hidden="true">
          {unit}
        </span>
      </NumberField.Root>
    </div>
  );
}
