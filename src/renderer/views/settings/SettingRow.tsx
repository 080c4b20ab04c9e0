import { type ReactNode, useId, useRef } from 'react';
import { defaultPreferences, type Preferences } from '../../session/preferences-session.ts';
import { Button } from '../../ui/Button.tsx';
import styles from './SettingRow.module.css';
import { type Preference, usePreference } from './use-preference.ts';

/** The ids of what names a control and of what explains it. */
export interface ControlNames {
  readonly labelledBy: string;
  readonly describedBy: string;
}

export interface SettingRowProps<K extends keyof Preferences> {
  readonly name: K;
  readonly label: string;
  /** One plain sentence. */
  readonly sentence: string;
  /** The control stands under the words and takes the whole width. */
  readonly wide?: boolean;
  children(preference: Preference<Preferences[K]>, names: ControlNames): ReactNode;
}

/** What the keyboard can be on inside a control, the one of a group that is chosen. */
const CONTROL =
  'input:not([tabindex="-1"]):not([aria-hidden]), textarea, [role="switch"], [role="radio"][tabindex="0"]';

/** One setting: its name, what it does, its control, and the way back to how it was. */
export function SettingRow<K extends keyof Preferences>(props: SettingRowProps<K>) {
  const { name, label, sentence, wide = false, children } = props;
  const preference = usePreference(name);
  const control = useRef<HTMLDivElement>(null);
  const baseId = useId();
  const names = { labelledBy: `${baseId}-label`, describedBy: `${baseId}-sentence` };
  const restore = () => {
    preference.set(defaultPreferences[name]);
    // The button goes; the keyboard stays with the setting.
    control.current?.querySelector<HTMLElement>(CONTROL)?.focus();
  };
  return (
    <div className={styles.row} data-wide={wide || undefined}>
      <div className={styles.words}>
        <div className={styles.name}>
          <span id={names.labelledBy}>{label}</span>
          {!preference.isAsItWas && (
            <Button look="quiet" label={`As it was: ${label}`} onClick={restore}>
              As it was
            </Button>
          )}
        </div>
        <p id={names.describedBy} className={styles.sentence}>
          {sentence}
        </p>
      </div>
      <div ref={control} className={styles.control}>
        {children(preference, names)}
      </div>
    </div>
  );
}
