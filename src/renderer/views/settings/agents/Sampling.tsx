import type { SamplingSettings } from '../../../session/settings/agents-session.ts';
import { TextField } from '../../../ui/fields/TextField.tsx';
import {
  biasesText,
  objectText,
  problemOf,
  stopsText,
  type Typed,
  typedBiases,
  typedObject,
  typedStops,
  typedWhole,
} from '../typed-settings.ts';
import { ParameterRow } from './ParameterRow.tsx';
import { parameters } from './parameters.ts';
import styles from './Sampling.module.css';

export interface SamplingProps {
  readonly value: SamplingSettings;
  /** Whose a parameter is that is not set here. */
  readonly otherwise: string;
  onChange(value: SamplingSettings): void;
}

const MOST_SEED = Number.MAX_SAFE_INTEGER;

/** How a model writes: each parameter set here or left alone, and free JSON for what has no field. */
export function Sampling({ value, otherwise, onChange }: SamplingProps) {
  const change = (patch: { [K in keyof SamplingSettings]: SamplingSettings[K] | undefined }) =>
    onChange(withoutUnset({ ...value, ...patch }));
  /** Takes a text that means something; the field says by itself where it does not. */
  const take = <T,>(typed: Typed<T>, use: (value: T) => void) => {
    if (typed.ok) use(typed.value);
    return null;
  };
  const seedOf = (text: string) => typedWhole(text, -MOST_SEED, MOST_SEED);
  return (
    <>
      <div>
        {parameters.map(({ name, ...words }) => (
          <ParameterRow
            key={name}
            {...words}
            otherwise={otherwise}
            value={value[name]}
            onChange={(next) => change({ [name]: next })}
          />
        ))}
      </div>
      <div className={styles.fields}>
        <TextField
          label="Seed"
          hint="The same seed and text give the same continuation, where the service keeps its word. Empty: another each time."
          value={value.seed?.toString() ?? ''}
          placeholder={otherwise}
          check={problemOf(seedOf)}
          onCommit={(text) => take(seedOf(text), (seed) => change({ seed: seed ?? undefined }))}
        />
        <TextField
          label="Stop sequences"
          hint="A continuation ends before any of these, one a line; \n stands for a line end."
          kind="code"
          value={stopsText(value.stop ?? [])}
          check={problemOf(typedStops)}
          onCommit={(text) =>
            take(typedStops(text), (stop) => change({ stop: stop.length === 0 ? undefined : stop }))
          }
        />
        <TextField
          label="Logit bias"
          hint="A token’s number, a colon, and what is added to its likelihood, one a line: 50256: -100."
          kind="code"
          value={biasesText(value.logitBias ?? {})}
          check={problemOf(typedBiases)}
          onCommit={(text) => take(typedBiases(text), (biases) => change({ logitBias: unlessEmpty(biases) }))}
        />
        <TextField
          label="Further fields"
          hint="JSON that goes into every request as it stands, and counts before everything above."
          kind="code"
          placeholder="{ }"
          value={objectText(value.extra ?? {})}
          check={problemOf(typedObject)}
          onCommit={(text) => take(typedObject(text), (extra) => change({ extra: unlessEmpty(extra) }))}
        />
      </div>
    </>
  );
}

function unlessEmpty<T extends object>(value: T): T | undefined {
  return Object.keys(value).length === 0 ? undefined : value;
}

/** What is undefined is not sent, and is not there. */
function withoutUnset(
  value: { [K in keyof SamplingSettings]: SamplingSettings[K] | undefined },
): SamplingSettings {
  return Object.fromEntries(Object.entries(value).filter(([, set]) => set !== undefined));
}
