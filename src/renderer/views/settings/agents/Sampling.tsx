import { type ReactNode, useId } from 'react';
import {
  BIASES,
  BIASES_HINT,
  EXTRA,
  EXTRA_HINT,
  PARAMETER_WORDS,
  SEED,
  SEED_HINT,
  STOPS,
  STOPS_HINT,
  setHere,
} from '../../../../ui-text/settings/parameters.ts';
import type { SamplingSettings } from '../../../session/settings/agents-session.ts';
import { type NumericSampling, SAMPLING_RANGES } from '../../../session/settings/preferences-session.ts';
import { NumberSlider } from '../../../ui/fields/NumberSlider.tsx';
import { Switch } from '../../../ui/fields/Switch.tsx';
import { TextField } from '../../../ui/fields/TextField.tsx';
import {
  formatBiases,
  formatObject,
  formatStops,
  type Parsed,
  parseBiases,
  parseObject,
  parseStops,
  parseWholeNumber,
  problemOf,
} from '../parse-settings.ts';
import styles from './Sampling.module.css';

interface SamplingProps {
  readonly value: SamplingSettings;
  /** The source of the value of a parameter that is not set here. */
  readonly unsetNote: string;
  onChange(value: SamplingSettings): void;
}

const MAX_SEED = Number.MAX_SAFE_INTEGER;

/** The sampling parameters, each set here or left to its default, and JSON for those without a field. */
export function Sampling({ value, unsetNote, onChange }: SamplingProps) {
  const change = (patch: { [K in keyof SamplingSettings]: SamplingSettings[K] | undefined }) =>
    onChange(withoutUnset({ ...value, ...patch }));
  /** Applies a valid value; the field itself reports an invalid one. */
  const commit = <T,>(typed: Parsed<T>, use: (value: T) => void) => {
    if (typed.ok) use(typed.value);
    return null;
  };
  const seedOf = (text: string) => parseWholeNumber(text, -MAX_SEED, MAX_SEED);
  return (
    <>
      <div>
        {parameters.map(({ name, ...words }) => (
          <ParameterRow
            key={name}
            {...words}
            min={SAMPLING_RANGES[name].min}
            max={SAMPLING_RANGES[name].max}
            unsetNote={unsetNote}
            value={value[name]}
            onChange={(next) => change({ [name]: next })}
          />
        ))}
      </div>
      <div className={styles.fields}>
        <TextField
          label={SEED}
          hint={SEED_HINT}
          value={value.seed?.toString() ?? ''}
          placeholder={unsetNote}
          check={problemOf(seedOf)}
          onCommit={(text) => commit(seedOf(text), (seed) => change({ seed: seed ?? undefined }))}
        />
        <TextField
          label={STOPS}
          hint={STOPS_HINT}
          kind="code"
          value={formatStops(value.stop ?? [])}
          check={problemOf(parseStops)}
          onCommit={(text) =>
            commit(parseStops(text), (stop) => change({ stop: stop.length === 0 ? undefined : stop }))
          }
        />
        <TextField
          label={BIASES}
          hint={BIASES_HINT}
          kind="code"
          value={formatBiases(value.logitBias ?? {})}
          check={problemOf(parseBiases)}
          onCommit={(text) =>
            commit(parseBiases(text), (biases) => change({ logitBias: unlessEmpty(biases) }))
          }
        />
        <TextField
          label={EXTRA}
          hint={EXTRA_HINT}
          kind="code"
          placeholder="{ }"
          value={formatObject(value.extra ?? {})}
          check={problemOf(parseObject)}
          onCommit={(text) => commit(parseObject(text), (extra) => change({ extra: unlessEmpty(extra) }))}
        />
      </div>
    </>
  );
}

function unlessEmpty<T extends object>(value: T): T | undefined {
  return Object.keys(value).length === 0 ? undefined : value;
}

/** Removes undefined properties, so that they are not sent. */
function withoutUnset(
  value: { [K in keyof SamplingSettings]: SamplingSettings[K] | undefined },
): SamplingSettings {
  return Object.fromEntries(Object.entries(value).filter(([, set]) => set !== undefined));
}

interface ParameterDefinition {
  readonly name: NumericSampling;
  readonly label: string;
  readonly sentence: string;
  /** The slider's maximum; a larger value can be typed. */
  readonly sliderMax: number;
  readonly step: number;
  /** The value it gets when it is switched on. */
  readonly initialValue: number;
}

const parameters: readonly ParameterDefinition[] = [
  {
    name: 'temperature',
    ...PARAMETER_WORDS.temperature,
    sliderMax: 2,
    step: 0.05,
    initialValue: 1,
  },
  {
    name: 'topP',
    ...PARAMETER_WORDS.topP,
    sliderMax: 1,
    step: 0.01,
    initialValue: 0.95,
  },
  {
    name: 'topK',
    ...PARAMETER_WORDS.topK,
    sliderMax: 200,
    step: 1,
    initialValue: 40,
  },
  {
    name: 'minP',
    ...PARAMETER_WORDS.minP,
    sliderMax: 0.5,
    step: 0.01,
    initialValue: 0.05,
  },
  {
    name: 'frequencyPenalty',
    ...PARAMETER_WORDS.frequencyPenalty,
    sliderMax: 2,
    step: 0.05,
    initialValue: 0,
  },
  {
    name: 'presencePenalty',
    ...PARAMETER_WORDS.presencePenalty,
    sliderMax: 2,
    step: 0.05,
    initialValue: 0,
  },
  {
    name: 'repetitionPenalty',
    ...PARAMETER_WORDS.repetitionPenalty,
    sliderMax: 2,
    step: 0.01,
    initialValue: 1.1,
  },
  {
    name: 'logprobs',
    ...PARAMETER_WORDS.logprobs,
    sliderMax: 20,
    step: 1,
    initialValue: 5,
  },
];

interface ParameterRowProps {
  readonly label: string;
  readonly sentence: string;
  /** Undefined if the parameter is not set here. */
  readonly value: number | undefined;
  /** The source of the default value: `provider’s default`. */
  readonly unsetNote: string;
  readonly min: number;
  readonly max: number;
  readonly sliderMax: number;
  readonly step: number;
  readonly unit?: string;
  readonly initialValue: number;
  onChange(value: number | undefined): void;
}

/** A number that is set here, with a slider or typed, or left to its default. */
export function ParameterRow(props: ParameterRowProps): ReactNode {
  const {
    label,
    sentence,
    value,
    unsetNote,
    min,
    max,
    sliderMax,
    step,
    unit = '',
    initialValue,
    onChange,
  } = props;
  const id = useId();
  // Adding steps in floating point leaves a remainder. With whole steps the value is a whole number, even if typed.
  const rounded = (next: number) => (step >= 1 ? Math.round(next) : Math.round(next * 100) / 100);
  return (
    <div className={styles.row}>
      <Switch
        label={setHere(label)}
        describedBy={id}
        on={value !== undefined}
        onChange={(on) => onChange(on ? initialValue : undefined)}
      />
      <div>
        <div>
          <span className={styles.label}>{label}</span>
          {value === undefined && <span className={styles.otherwise}>{unsetNote}</span>}
        </div>
        <p id={id} className={styles.sentence}>
          {sentence}
        </p>
      </div>
      {value !== undefined && (
        <div className={styles.control}>
          <NumberSlider
            label={label}
            describedBy={id}
            value={value}
            min={min}
            max={max}
            sliderMax={Math.max(sliderMax, min)}
            step={step}
            unit={unit}
            onChange={(next) => onChange(rounded(next))}
          />
        </div>
      )}
    </div>
  );
}
