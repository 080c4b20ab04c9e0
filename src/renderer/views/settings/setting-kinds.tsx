/** The kinds of settings: each has a row with a control for its values, and the text that a search matches. */
import type { ReactNode } from 'react';
import { SETTING_WORDS } from '../../../ui-text/settings/rows.ts';
import {
  type NumberDeclaration,
  type NumberPreference,
  type PreferenceName,
  type Preferences,
  preferenceDeclarations,
} from '../../session/settings/preferences-session.ts';
import { LineList, WordList } from '../../ui/fields/LineList.tsx';
import { NumberSlider } from '../../ui/fields/NumberSlider.tsx';
import { SegmentedControl } from '../../ui/fields/SegmentedControl.tsx';
import { Switch } from '../../ui/fields/Switch.tsx';
import { SettingRow } from './SettingRow.tsx';

/** The names of the preferences whose value is a `V`. */
type NamesOf<V> = { [K in keyof Preferences]: Preferences[K] extends V ? K : never }[keyof Preferences];

interface SettingText {
  readonly label: string;
  readonly sentence: string;
}

/** One setting, as the sections list them. */
export interface Setting {
  readonly name: keyof Preferences;
  readonly label: string;
  /** Text that a search matches: the label, the sentence and the options. */
  readonly searchText: string;
  readonly row: ReactNode;
}

type KindOf<K extends PreferenceName> = (typeof preferenceDeclarations)[K]['kind'];

/** The words that the row of a preference has. */
type WordsOf<K extends PreferenceName> = SettingText &
  (KindOf<K> extends 'number'
    ? Pick<NumberSettingProps, 'unit'>
    : KindOf<K> extends 'choice'
      ? { readonly options: readonly { readonly value: Preferences[K]; readonly text: string }[] }
      : unknown);

const listed = SETTING_WORDS satisfies Readonly<
  Record<string, { readonly [K in PreferenceName]?: WordsOf<K> }>
>;
type Listed = { [S in keyof typeof listed]: keyof (typeof listed)[S] }[keyof typeof listed];

/** The listed preferences that no kind of row below can set. */
export type NeedsOwnRow = {
  [K in Listed]: KindOf<K> extends 'flag' | 'choice' | 'number' ? never : K;
}[Listed];

/** The setting that the kind of a preference's values makes. */
export function settingByKind(name: PreferenceName, words: SettingText): Setting {
  const { kind } = preferenceDeclarations[name];
  if (kind === 'flag') return switchSetting({ name, ...words } as SwitchSettingProps);
  if (kind === 'number') return numberSetting({ name, ...words } as NumberSettingProps);
  return choiceSetting({ name, ...words } as ChoiceSettingProps<NamesOf<string>>);
}

interface SwitchSettingProps extends SettingText {
  readonly name: NamesOf<boolean>;
}

/** A setting that is on or off. */
function switchSetting(props: SwitchSettingProps): Setting {
  return {
    name: props.name,
    label: props.label,
    searchText: searchTextOf(props),
    row: <SwitchSetting {...props} />,
  };
}

function SwitchSetting(props: SwitchSettingProps) {
  return (
    <SettingRow {...props}>
      {({ value, set }, names) => <Switch {...names} on={value} onChange={set} />}
    </SettingRow>
  );
}

interface ChoiceSettingProps<K extends NamesOf<string>> extends SettingText {
  readonly name: K;
  readonly wide?: boolean;
  readonly options: readonly { readonly value: Preferences[K]; readonly text: ReactNode }[];
}

/** A setting with a few options. */
export function choiceSetting<K extends NamesOf<string>>(props: ChoiceSettingProps<K>): Setting {
  const texts = props.options.map(({ value, text }) => (typeof text === 'string' ? text : value));
  return {
    name: props.name,
    label: props.label,
    searchText: searchTextOf(props, texts),
    row: <ChoiceSetting {...props} />,
  };
}

function ChoiceSetting<K extends NamesOf<string>>({ options, ...row }: ChoiceSettingProps<K>) {
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

interface NumberSettingProps extends SettingText {
  readonly name: NumberPreference;
  readonly unit: string;
}

/** A number, set with a slider or typed. */
function numberSetting(props: NumberSettingProps): Setting {
  return {
    name: props.name,
    label: props.label,
    searchText: searchTextOf(props, [props.unit]),
    row: <NumberSetting {...props} />,
  };
}

function NumberSetting({ unit, ...row }: NumberSettingProps) {
  const { min, max, step, sliderMax }: NumberDeclaration = preferenceDeclarations[row.name];
  // Adding steps in floating point leaves a remainder. With whole steps the value is a whole number, even if typed.
  const rounded = (value: number) => (step >= 1 ? Math.round(value) : Math.round(value * 100) / 100);
  return (
    <SettingRow {...row} wide>
      {({ value, set }, names) => (
        <NumberSlider
          {...names}
          value={value}
          min={min}
          max={max}
          sliderMax={sliderMax ?? max}
          step={step}
          unit={unit}
          onChange={(next) => set(rounded(next))}
        />
      )}
    </SettingRow>
  );
}

/** A list of words, one per line. */
export function wordListSetting(row: WordListProps): Setting {
  return {
    name: row.name,
    label: row.label,
    searchText: searchTextOf(row),
    row: (
      <SettingRow {...row} wide>
        {({ value, set }, names) => (
          <WordList {...names} words={value} onChange={(words) => set(limited(row.name, words))} />
        )}
      </SettingRow>
    ),
  };
}

interface WordListProps extends SettingText {
  readonly name: 'ownWords';
}

/** A list of lines, in the writer's order. */
export function lineListSetting({ standard, ...row }: LineListProps): Setting {
  return {
    name: row.name,
    label: row.label,
    searchText: searchTextOf(row),
    row: (
      <SettingRow {...row} wide>
        {({ value, set }, names) => (
          <LineList
            {...names}
            lines={value.length > 0 ? value : standard}
            onChange={(lines) =>
              set(lines.join('\n') === standard.join('\n') ? [] : limited(row.name, lines))
            }
          />
        )}
      </SettingRow>
    ),
  };
}

interface LineListProps extends SettingText {
  readonly name: 'rewriteInstructions';
  /** The lines that an empty list stands for. */
  readonly standard: readonly string[];
}

/** The typed texts that the preference can hold. */
function limited(name: 'ownWords' | 'rewriteInstructions', texts: readonly string[]): readonly string[] {
  const { maxLength, maxCount } = preferenceDeclarations[name];
  return texts.filter((text) => text.length <= maxLength).slice(0, maxCount);
}

function searchTextOf({ label, sentence }: SettingText, more: readonly string[] = []): string {
  return [label, sentence, ...more].join(' ');
}
