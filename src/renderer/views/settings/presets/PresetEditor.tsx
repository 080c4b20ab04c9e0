import { useAppSession, useStore } from '../../../session/hooks.ts';
import type { Agent } from '../../../session/settings/agents-session.ts';
import { COUNT_RANGE, TOKENS_RANGE } from '../../../session/settings/generation-settings.ts';
import { PRESET_KEYS, type Preset, type PresetKey } from '../../../session/settings/presets.ts';
import { Button } from '../../../ui/Button.tsx';
import { Choice } from '../../../ui/fields/Choice.tsx';
import { TextField } from '../../../ui/fields/TextField.tsx';
import { useCommands } from '../../commands.ts';
import styles from '../agents/Agent.module.css';
import { ParameterRow } from '../agents/ParameterRow.tsx';
import { Sampling } from '../agents/Sampling.tsx';
import { keyName } from './key-name.ts';

export interface PresetEditorProps {
  readonly preset: Preset;
  /** Model agents at work of the grove that is open. */
  readonly agents: readonly Agent[];
  onChange(patch: Partial<Omit<Preset, 'id'>>): void;
  onRemove(): void;
}

/** Everything of one preset. Every change counts at once. */
export function PresetEditor({ preset, agents, onChange, onRemove }: PresetEditorProps) {
  const session = useAppSession();
  const platform = useStore(session.info)?.platform ?? 'linux';
  const { presets } = useStore(session.preferences);
  const { shortcuts } = useCommands();
  const { name, agentId, count, maxTokens, parameters, key } = preset;
  const isElsewhere = agentId !== null && agents.every(({ id }) => id !== agentId);
  // What a command has by the shortcuts would never come to a preset.
  const isFree = (candidate: PresetKey) => candidate === key || shortcuts.holderOf(candidate) === null;
  const ownerOf = (candidate: PresetKey) => presets.find((known) => known.key === candidate);
  return (
    <div className={styles.agent}>
      <TextField
        label="Name"
        value={name}
        check={(text) => (text.trim() === '' ? 'A preset has a name.' : null)}
        onCommit={(text) => {
          onChange({ name: text.trim().slice(0, 200) });
          return null;
        }}
      />
      <div>
        <Choice
          label="Key"
          value={key ?? ''}
          options={[
            { value: '', text: 'None' },
            ...PRESET_KEYS.filter(isFree).map((candidate) => {
              const owner = ownerOf(candidate);
              const taken = owner === undefined || owner.id === preset.id ? '' : ` (now ${owner.name})`;
              return { value: candidate, text: `${keyName(candidate, platform)}${taken}` };
            }),
          ]}
          onChange={(chosen) => onChange({ key: PRESET_KEYS.find((known) => known === chosen) ?? null })}
        />
        <Choice
          label="Who is asked"
          value={agentId ?? ''}
          options={[
            { value: '', text: 'Whoever the tree asks' },
            ...agents.map((agent) => ({ value: agent.id, text: agent.name })),
            ...(isElsewhere ? [{ value: agentId, text: 'An agent of another grove' }] : []),
          ]}
          onChange={(chosen) => onChange({ agentId: chosen === '' ? null : chosen })}
        />
      </div>
      <div>
        <ParameterRow
          label="How many"
          sentence="Continuations asked for at once."
          value={count ?? undefined}
          otherwise="as the tree has it"
          {...COUNT_RANGE}
          lineTo={COUNT_RANGE.max}
          step={1}
          start={3}
          onChange={(next) => onChange({ count: next ?? null })}
        />
        <ParameterRow
          label="Tokens of each"
          sentence="How long a continuation may be."
          value={maxTokens ?? undefined}
          otherwise="as the tree has it"
          {...TOKENS_RANGE}
          lineTo={400}
          start={80}
          onChange={(next) => onChange({ maxTokens: next ?? null })}
        />
      </div>
      <section>
        <h4 className={styles.heading}>How they write</h4>
        <Sampling
          value={parameters}
          otherwise="each agent’s own"
          onChange={(next) => onChange({ parameters: next })}
        />
      </section>
      <div>
        <Button onClick={onRemove}>Take away {name}</Button>
      </div>
    </div>
  );
}
