import { NumberField } from '@base-ui/react/number-field';
import { Slider } from '@base-ui/react/slider';
import styles from './NumberSlider.module.css';

export interface NumberSliderProps {
  /** Its accessible name. */
  readonly label: string;
  /** The id of its description. */
  readonly describedBy: string;
  readonly value: number;
  readonly min: number;
  readonly max: number;
  /** The slider's maximum; a larger value can be typed. */
  readonly sliderMax: number;
  readonly step: number;
  /** The unit, shown after the number. */
  readonly unit: string;
  onChange(value: number): void;
}

/** A slider, and beside it a field to type the exact number. */
export function NumberSlider(props: NumberSliderProps) {
  const { label, describedBy, value, min, max, sliderMax, step, unit, onChange } = props;
  return (
    <div className={styles.root}>
      <Slider.Root<number>
        className={styles.slider}
        value={Math.min(value, sliderMax)}
        min={min}
        max={sliderMax}
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
          // While typing 24, the 2 alone is out of range.
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
