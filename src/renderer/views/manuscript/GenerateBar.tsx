import type { Agent } from '../../../core/tree/agent.ts';
import { isRunning } from '../../session/generation-session.ts';
import { COUNT_RANGE, TOKENS_RANGE } from '../../session/generation-settings.ts';
import { useOpenTree, useStore } from '../../session/hooks.ts';
import { Button } from '../../ui/Button.tsx';
import { Choice } from '../../ui/Choice.tsx';
import { NextIcon, PreviousIcon } from '../../ui/icons.tsx';
import { NumberField } from '../../ui/NumberField.tsx';
import { Popover } from '../../ui/Popover.tsx';
import { useCommands } from '../commands.ts';
import styles from './GenerateBar.module.css';

export interface GenerateBarProps {
  readonly agents: readonly Agent[];
  readonly readOnly: boolean;
}

/** Where the caret stands among its siblings, and the one key to generate. */
export function GenerateBar({ agents, readOnly }: GenerateBarProps) {
  const tree = useOpenTree();
  const commands = useCommands();
  const jobs = useStore(tree.generation.jobs);
  const running = jobs.some((job) => job.slots.some((slot) => isRunning(slot.state)));
  const settings = useStore(tree.settings);
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
            look="primary"
            keepsFocus
            hint={commands.hint('generation.start')}
            disabled={readOnly || settings.agentId === null}
            onClick={() => commands.run('generation.start')}
          >
            Generate
          </Button>
        </div>
      </div>
    </div>
  );
}

/** `‹ 2 of 3 ›`, wherever the caret's node has siblings. */
function SiblingSwitch() {
  const tree = useOpenTree();
  const commands = useCommands();
  const caret = useStore(tree.summary);
  useStore(tree.path.mirror);
  const current = caret?.currentPositionId ?? null;
  const header = current === null ? undefined : tree.path.findHeader(current);
  if (header === undefined || header.siblingCount < 2) return <div />;
  return (
    <div className={styles.siblings}>
      <Button
        look="icon"
        keepsFocus
        label="Previous sibling"
        hint={commands.hint('path.previousSibling')}
        onClick={() => commands.run('path.previousSibling')}
      >
        <PreviousIcon />
      </Button>
      <span className={styles.place}>
        {header.siblingIndex} of {header.siblingCount}
      </span>
      <Button
        look="icon"
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

/** Who is asked, for how many continuations, and how long each may be. */
function SettingsPopover({ agents }: { readonly agents: readonly Agent[] }) {
  const { settings } = useOpenTree();
  const now = useStore(settings);
  const models = agents.filter((agent) => agent.type === 'model' && agent.archivedAt === null);
  const { agentId, count, maxTokens } = now;
  return (
    <Popover
      trigger={`${count} × ${maxTokens}`}
      label={`${count} × ${maxTokens}: continuations and tokens of each`}
      title="Continuations"
    >
      {models.length > 0 && (
        <Choice
          label="Model"
          value={agentId ?? ''}
          options={models.map((model) => ({ value: model.id, text: model.name }))}
          onChange={(value) => {
            const model = models.find((known) => known.id === value);
            if (model !== undefined) settings.set({ ...now, agentId: model.id });
          }}
        />
      )}
      <NumberField
        label="How many"
        value={count}
        {...COUNT_RANGE}
        onChange={(value) => settings.set({ ...now, count: value })}
      />
      <NumberField
        label="Tokens of each, at most"
        value={maxTokens}
        {...TOKENS_RANGE}
        onChange={(value) => settings.set({ ...now, maxTokens: value })}
      />
    </Popover>
  );
}
