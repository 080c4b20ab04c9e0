import { Radio } from '@base-ui/react/radio';
import { RadioGroup } from '@base-ui/react/radio-group';
import { CheckIcon } from '../icons.tsx';
import styles from './Swatches.module.css';

export interface SwatchesProps {
  /** Its name. */
  readonly label: string;
  /** Tokens of the palette; each is its name too. */
  readonly colours: readonly string[];
  readonly value: string | null;
  onChange(colour: string): void;
}

/** One colour of the palette; arrow keys choose. */
export function Swatches({ label, colours, value, onChange }: SwatchesProps) {
  return (
    <div>
      <div className={styles.label}>{label}</div>
      <RadioGroup<string>
        className={styles.group}
        aria-label={label}
        value={value ?? ''}
        onValueChange={onChange}
      >
        {colours.map((colour) => (
          <Radio.Root
            key={colour}
            value={colour}
            className={styles.swatch}
            data-colour={colour}
            aria-label={colour}
            title={colour}
          >
            <Radio.Indicator className={styles.mark}>
              <CheckIcon />
            </Radio.Indicator>
          </Radio.Root>
        ))}
      </RadioGroup>
    </div>
  );
}
