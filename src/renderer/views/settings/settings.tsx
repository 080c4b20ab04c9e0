/** The kinds of settings: each a row with the control that suits its values, and the words it is found by. */
import type { ReactNode } from 'react';
import { type Preferences, preferenceRanges } from '../../session/settings/preferences-session.ts';
import { NumberSlider } from '../../ui/fields/NumberSlider.tsx';
import { SegmentedControl } from '../../ui/fields/SegmentedControl.tsx';
import { Switch } from '../../ui/fields/Switch.tsx';
import { WordList } from '../../ui/fields/WordList.tsx';
import { SettingRow } from './SettingRow.tsx';

/** The preferences whose values are of one kind. */
type NamesOf<V> = { [K in keyof Preferences]: Preferences[K] extends V ? K : never }[keyof Preferences];

interface Words {
  readonly label: string;
  readonly sentence: string;
}

/** One setting, as the sections list them. */
export interface Setting {
  readonly name: keyof Preferences;
  /** What it is found by: its name, its sentence, and what can be chosen. */
  readonly words: string;
  readonly row: ReactNode;
}

interface SwitchSettingProps extends Words {
  readonly name: NamesOf<boolean>;
}

/** On or off. */
export function onOff(props: SwitchSettingProps): Setting {
  return { name: props.name, words: wordsOf(props), row: <SwitchSetting {...props} /> };
}

function SwitchSetting(props: SwitchSettingProps) {
  return (
    <SettingRow {...props}>
      {({ value, set }, names) => <Switch {...names} on={value} onChange={set} />}
    </SettingRow>
  );
}

interface OneOfSettingProps<K extends NamesOf<string>> extends Words {
  readonly name: K;
  readonly wide?: boolean;
  readonly options: readonly { readonly value: Preferences[K]; readonly text: ReactNode }[];
}

/** One of a few. */
export function oneOf<K extends NamesOf<string>>(props: OneOfSettingProps<K>): Setting {
  const texts = props.options.map(({ value, text }) => (typeof text === 'string' ? text : value));
  return { name: props.name, words: wordsOf(props, texts), row: <OneOfSetting {...props} /> };
}

function OneOfSetting<K extends NamesOf<string>>({ options, ...row }: OneOfSettingProps<K>) {
  return (
    <SettingRow {...row}>
      {({ value, set }, names) => (
        <SegmentedControl<Preferences[K]>
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

interface NumberSettingProps extends Words {
  readonly name: keyof typeof preferenceRanges;
  readonly step: number;
  readonly unit: string;
  /** Where the line ends, if not at the most that can be typed. */
  readonly lineTo?: number;
}

/** A number, on a line and typed. */
export function amount(props: NumberSettingProps): Setting {
  return { name: props.name, words: wordsOf(props, [props.unit]), row: <NumberSetting {...props} /> };
}

function NumberSetting({ step, unit, lineTo, ...row }: NumberSettingProps) {
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

/** A list of words, one a line. */
export function wordList({ keep, ...row }: WordListProps): Setting {
  return {
    name: row.name,
    words: wordsOf(row),
    row: (
      <SettingRow {...row} wide>
        {({ value, set }, names) => (
          <WordList {...names} words={value} onChange={(words) => set(keep(words))} />
        )}
      </SettingRow>
    ),
  };
}

interface WordListProps extends Words {
  readonly name: 'ownWords';
  /** What of the words that were typed is taken. */
  keep(words: readonly string[]): readonly string[];
}

function wordsOf({ label, sentence }: Words, more: readonly string[] = []): string {
  return [label, sentence, ...more].join(' ');
}
