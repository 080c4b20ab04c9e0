import { type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { defaultPreferences, type Preferences } from '../../session/settings/preferences-session.ts';
import { Button } from '../../ui/Button.tsx';
import styles from './SettingRow.module.css';
import { type Preference, usePreference } from './use-preference.ts';

/** What a control is called, and the id of what explains it. */
export interface ControlNames {
  readonly label: string;
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

/** What the keyboard can be on inside a control; of a group the one that is chosen. */
const CONTROL = [
  'input:not([tabindex="-1"], [aria-hidden])',
  'textarea',
  '[role="switch"]',
  '[role="radio"][aria-checked="true"]',
].join();

/** One setting: its name, what it does, its control, and the way back to how it was. */
export function SettingRow<K extends keyof Preferences>(props: SettingRowProps<K>) {
  const { name, label, sentence, wide = false, children } = props;
  const preference = usePreference(name);
  const control = useRef<HTMLDivElement>(null);
  const baseId = useId();
  const names = { label, describedBy: `${baseId}-sentence` };
  const [restored, setRestored] = useState(0);
  // The button goes with the change it took back; the keyboard stays with the setting.
  useEffect(() => {
    if (restored > 0) control.current?.querySelector<HTMLElement>(CONTROL)?.focus();
  }, [restored]);
  const restore = () => {
    preference.set(defaultPreferences[name]);
    setRestored(restored + 1);
  };
  return (
    <div className={styles.row} data-wide={wide || undefined}>
      <div className={styles.words}>
        <div className={styles.name}>
          <span>{label}</span>
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
