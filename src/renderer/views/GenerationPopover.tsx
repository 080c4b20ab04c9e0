import type { Agent } from '../../core/tree/agent.ts';
import { useAppSession, useStore, useTreeDesk } from '../session/hooks.ts';
import { activeModelAgents, COUNT_RANGE, TOKENS_RANGE } from '../session/settings/generation-choice.ts';
import { AgentName } from '../ui/AgentName.tsx';
import { Checkboxes } from '../ui/fields/Checkboxes.tsx';
import { NumberField } from '../ui/fields/NumberField.tsx';
import { Select } from '../ui/fields/Select.tsx';
import { Popover } from '../ui/layers/Popover.tsx';
import styles from './GenerationPopover.module.css';
import { keyName } from './settings/presets/key-name.ts';

export interface GenerationPopoverProps {
  readonly agents: readonly Agent[];
  /** What is asked for, in the plural: `Continuations` by default. */
  readonly subject?: string;
  /** How the button's name begins. */
  readonly named?: string;
  /** The most answers of each agent. */
  readonly most?: number;
  /** How long each answer is follows from what is asked. */
  readonly hasNoTokens?: boolean;
}

/** Which agents are asked, for how many answers of what length, or by which preset. */
export function GenerationPopover({
  agents,
  subject = 'Continuations',
  named = '',
  most = COUNT_RANGE.max,
  hasNoTokens = false,
}: GenerationPopoverProps) {
  const { choice } = useTreeDesk();
  const session = useAppSession();
  const { presets } = useStore(session.preferences);
  const platform = useStore(session.info)?.platform ?? 'linux';
  const { agentIds, count: chosenCount, maxTokens, presetId } = useStore(choice.store);
  const count = Math.min(chosenCount, most);
  const models = activeModelAgents(agents);
  const chosenAgents = models.filter(({ id }) => agentIds.includes(id));
  const preset = presets.find(({ id }) => id === presetId);
  const [first, ...others] = chosenAgents;
  const numbers = hasNoTokens ? `× ${count}` : `${count} × ${maxTokens}`;
  const shown = [
    preset?.name,
    first?.name ?? 'nobody',
    others.length > 0 ? `+ ${others.length}` : undefined,
    numbers,
  ];
  return (
    <Popover
      trigger={
        <span className={styles.asked}>
          {preset !== undefined && <span className={styles.preset}>{preset.name} </span>}
          {first === undefined && chosenAgents.length < models.length && <span>Nobody</span>}
          {first !== undefined && <AgentName name={first.name} colour={first.color} />}{' '}
          {others.length > 0 && <span>+ {others.length} </span>}
          {agentIds.length > 0 && <span className={styles.numbers}>{numbers}</span>}
        </span>
      }
      label={`${named}${shown.filter((part) => part !== undefined).join(' ')}: ${subject.toLowerCase()}${hasNoTokens ? '' : ' and tokens'} of each`}
      title={subject}
    >
      {presets.length > 0 && (
        <Select
          label="Preset"
          value={preset?.id ?? ''}
          options={[
            { value: '', text: 'None' },
            ...presets.map(({ id, name, key }) => ({
              value: id,
              text: key === null ? name : `${name} (${keyName(key, platform)})`,
            })),
          ]}
          onChange={(id) => choice.choosePreset(presets.find((known) => known.id === id) ?? null)}
        />
      )}
      {models.length > 0 && (
        <Checkboxes
          label={models.length === 1 ? 'Agent' : 'Agents: one, or several at once'}
          options={models.map(({ id, name, color }) => ({
            value: id,
            text: <AgentName name={name} colour={color} />,
          }))}
          chosen={agentIds}
          onToggle={(id) => choice.toggleAgent(id)}
        />
      )}
      <NumberField
        label={chosenAgents.length > 1 ? 'How many from each' : 'How many'}
        value={count}
        {...COUNT_RANGE}
        max={most}
        onChange={(value) => choice.change({ count: value })}
      />
      {!hasNoTokens && (
        <NumberField
          label="Maximum tokens each"
          value={maxTokens}
          {...TOKENS_RANGE}
          onChange={(value) => choice.change({ maxTokens: value })}
        />
      )}
    </Popover>
  );
}
