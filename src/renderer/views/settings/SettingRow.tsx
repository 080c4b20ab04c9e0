import { type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { RESET, resetOf } from '../../../ui-text/settings/section-words.ts';
import { useAppSession, useStore } from '../../session/hooks.ts';
import { defaultPreferences, type Preferences } from '../../session/settings/preferences-session.ts';
import { Button } from '../../ui/Button.tsx';
import styles from './SettingRow.module.css';

/** A control's accessible name, and the id of its description. */
export interface ControlNames {
  readonly label: string;
  readonly describedBy: string;
}

export interface SettingRowProps<K extends keyof Preferences> {
  readonly name: K;
  readonly label: string;
  /** One plain sentence. */
  readonly sentence: string;
  /** The control is below the text and takes the full width. */
  readonly wide?: boolean;
  children(preference: Preference<Preferences[K]>, names: ControlNames): ReactNode;
}

/** The focusable element of a control; in a group, the selected one. */
const CONTROL = [
  'input:not([tabindex="-1"], [aria-hidden])',
  'textarea',
  'select',
  '[role="switch"]',
  '[role="radio"][aria-checked="true"]',
].join();

/** One setting: its name, its description, its control, and a button to reset it. */
export function SettingRow<K extends keyof Preferences>(props: SettingRowProps<K>) {
  const { name, label, sentence, wide = false, children } = props;
  const preference = usePreference(name);
  const control = useRef<HTMLDivElement>(null);
  const baseId = useId();
  const names = { label, describedBy: `${baseId}-sentence` };
  const [restored, setRestored] = useState(0);
  // Resetting removes the button: move the focus to the control.
  useEffect(() => {
    if (restored > 0) control.current?.querySelector<HTMLElement>(CONTROL)?.focus();
  }, [restored]);
  const restore = () => {
    preference.set(defaultPreferences[name]);
    setRestored(restored + 1);
  };
  return (
    <div className={styles.row} data-wide={wide || undefined}>
      <div>
        <div className={styles.name}>
          <span>{label}</span>
          {!preference.isDefault && (
            <Button variant="quiet" label={resetOf(label)} onClick={restore}>
              {RESET}
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

interface Preference<V> {
  readonly value: V;
  /** It has its default value. */
  readonly isDefault: boolean;
  set(value: V): void;
}

/** Reads and changes one preference; a change is applied and saved at once. */
function usePreference<K extends keyof Preferences>(name: K): Preference<Preferences[K]> {
  const session = useAppSession();
  const value = useStore(session.preferences)[name];
  const defaultValue = defaultPreferences[name];
  return {
    value,
    isDefault: Array.isArray(value) ? value.length === 0 : value === defaultValue,
    set: (next) => session.setPreferences({ [name]: next }),
  };
}
