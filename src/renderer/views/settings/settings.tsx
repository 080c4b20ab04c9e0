/** The kinds of settings: each a row with the control that suits its values. */
import type { ReactNode } from 'react';
import { type Preferences, preferenceRanges } from '../../session/preferences-session.ts';
import { NumberSlider } from '../../ui/NumberSlider.tsx';
import { OneOf } from '../../ui/OneOf.tsx';
import { Switch } from '../../ui/Switch.tsx';
import { SettingRow } from './SettingRow.tsx';

/** The preferences whose values are of one kind. */
type NamesOf<V> = { [K in keyof Preferences]: Preferences[K] extends V ? K : never }[keyof Preferences];

interface Words {
  readonly label: string;
  readonly sentence: string;
}

export interface SwitchSettingProps extends Words {
  readonly name: NamesOf<boolean>;
}

export function SwitchSetting(props: SwitchSettingProps) {
  return (
    <SettingRow {...props}>
      {({ value, set }, names) => <Switch {...names} on={value} onChange={set} />}
    </SettingRow>
  );
}

export interface OneOfSettingProps<K extends NamesOf<string>> extends Words {
  readonly name: K;
  readonly wide?: boolean;
  readonly options: readonly { readonly value: Preferences[K]; readonly text: ReactNode }[];
}

export function OneOfSetting<K extends NamesOf<string>>({ options, ...row }: OneOfSettingProps<K>) {
  return (
    <SettingRow {...row}>
      {({ value, set }, names) => (
        <OneOf<Preferences[K]>
          {...names}
          wide={row.wide ?? false}
          value={value}
          options={options}
          onChange={set}
        />
      )}
    </SettingRow>
  );
}

export interface NumberSettingProps extends Words {
  readonly name: keyof typeof preferenceRanges;
  readonly step: number;
  readonly unit: string;
  /** Where the line ends, if not at the most that can be typed. */
  readonly lineTo?: number;
}

export function NumberSetting({ step, unit, lineTo, ...row }: NumberSettingProps) {
  const { min, max } = preferenceRanges[row.name];
  // Adding steps in binary leaves a rest behind; what goes in whole steps is a whole number, typed or not.
  const rounded = (value: number) => (step >= 1 ? Math.round(value) : Math.round(value * 100) / 100);
  return (
    <SettingRow {...row} wide>
      {({ value, set }, names) => (
        <NumberSlider
          {...names}
          value={value}
          min={min}
          max={max}
          lineTo={lineTo ?? max}
          step={step}
          unit={unit}
          onChange={(next) => set(rounded(next))}
        />
      )}
    </SettingRow>
  );
}
