import type { Agent } from '../../../core/tree/agent.ts';
import { useAppSession, useStore, useTreeDesk } from '../../session/hooks.ts';
import { placeInList } from '../../session/path/place-in-list.ts';
import { activeModelAgents, COUNT_RANGE, TOKENS_RANGE } from '../../session/settings/generation-choice.ts';
import { isRunning } from '../../session/tree/generation-session.ts';
import { AgentName } from '../../ui/AgentName.tsx';
import { Button } from '../../ui/Button.tsx';
import { Checkboxes } from '../../ui/fields/Checkboxes.tsx';
import { NumberField } from '../../ui/fields/NumberField.tsx';
import { Select } from '../../ui/fields/Select.tsx';
import { NextIcon, PreviousIcon } from '../../ui/icons.tsx';
import { Popover } from '../../ui/layers/Popover.tsx';
import { useCommands } from '../commands.ts';
import { keyName } from '../settings/presets/key-name.ts';
import styles from './GenerateBar.module.css';

export interface GenerateBarProps {
  readonly agents: readonly Agent[];
  readonly readOnly: boolean;
}

/** The caret's node among its siblings, and the button to generate. */
export function GenerateBar({ agents, readOnly }: GenerateBarProps) {
  const tree = useTreeDesk();
  const commands = useCommands();
  const jobs = useStore(tree.generation.jobs);
  const running = jobs.some((job) => job.slots.some((slot) => isRunning(slot.state)));
  const { agentIds } = useStore(tree.choice.store);
  return (
    <div className={styles.bar}>
      <div className={styles.inner}>
        <SiblingSwitch />
        <div className={styles.generate}>
          <SettingsPopover agents={agents} />
          {running && (
            <Button
              keepsFocus
              hint={commands.hint('generation.stop')}
              onClick={() => commands.run('generation.stop')}
            >
              Stop
            </Button>
          )}
          <Button
            variant="primary"
            keepsFocus
            hint={commands.hint('generation.start')}
            disabled={readOnly || agentIds.length === 0}
            onClick={() => commands.run('generation.start')}
          >
            Generate
          </Button>
        </div>
      </div>
    </div>
  );
}

/** `‹ 2 of 3 ›`, if the list that the caret is at has others. */
function SiblingSwitch() {
  const tree = useTreeDesk();
  const commands = useCommands();
  const place = useStore(tree.place);
  useStore(tree.path.mirror);
  const current = place?.currentPositionId ?? null;
  const header = current === null ? undefined : tree.path.findHeader(current);
  const { index, count } =
    header === undefined ? { index: 0, count: 0 } : placeInList(header, place?.forkId ?? null);
  if (count < 2 || index === 0) return <div />;
  return (
    <div className={styles.siblings}>
      <Button
        variant="icon"
        keepsFocus
        label="Previous sibling"
        hint={commands.hint('path.previousSibling')}
        onClick={() => commands.run('path.previousSibling')}
      >
        <PreviousIcon />
      </Button>
      <span className={styles.place}>
        {index} of {count}
      </span>
      <Button
        variant="icon"
        keepsFocus
        label="Next sibling"
        hint={commands.hint('path.nextSibling')}
        onClick={() => commands.run('path.nextSibling')}
      >
        <NextIcon />
      </Button>
    </div>
  );
}

/** Which agents are asked, for how many continuations of what length, or by which preset. */
function SettingsPopover({ agents }: { readonly agents: readonly Agent[] }) {
  const { choice } = useTreeDesk();
  const session = useAppSession();
  const { presets } = useStore(session.preferences);
  const platform = useStore(session.info)?.platform ?? 'linux';
  const { agentIds, count, maxTokens, presetId } = useStore(choice.store);
  const models = activeModelAgents(agents);
  const chosenAgents = models.filter(({ id }) => agentIds.includes(id));
  const preset = presets.find(({ id }) => id === presetId);
  const [first, ...others] = chosenAgents;
  const numbers = `${count} × ${maxTokens}`;
  const shown = [preset?.name, first?.name, others.length > 0 ? `+ ${others.length}` : undefined, numbers];
  return (
    <Popover
      trigger={
        <span className={styles.asked}>
          {preset !== undefined && <span className={styles.preset}>{preset.name} </span>}
          {first !== undefined && <AgentName name={first.name} colour={first.color} />}{' '}
          {others.length > 0 && <span>+ {others.length} </span>}
          <span className={styles.numbers}>{numbers}</span>
        </span>
      }
      label={`${shown.filter((part) => part !== undefined).join(' ')}: continuations and tokens of each`}
      title="Continuations"
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
        onChange={(value) => choice.change({ count: value })}
      />
      <NumberField
        label="Maximum tokens each"
        value={maxTokens}
        {...TOKENS_RANGE}
        onChange={(value) => choice.change({ maxTokens: value })}
      />
    </Popover>
  );
}
