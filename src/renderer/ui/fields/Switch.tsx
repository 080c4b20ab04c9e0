import { Switch as BaseSwitch } from '@base-ui/react/switch';
import styles from './Switch.module.css';

export interface SwitchProps {
  /** Its name. */
  readonly label: string;
  /** The id of what explains it. */
  readonly describedBy: string;
  readonly on: boolean;
  onChange(on: boolean): void;
}

/** On or off. */
export function Switch({ label, describedBy, on, onChange }: SwitchProps) {
  return (
    <BaseSwitch.Root
      className={styles.track}
      aria-label={label}
      aria-describedby={describedBy}
      checked={on}
      onCheckedChange={onChange}
    >
      <BaseSwitch.Thumb className={styles.thumb} />
    </BaseSwitch.Root>
  );
}
