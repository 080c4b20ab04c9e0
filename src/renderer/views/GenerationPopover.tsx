import { useId } from 'react';
import { type Agent, isLoomAware } from '../../core/tree/agent.ts';
import {
  AGENT,
  ASKED_FOR,
  type AskedFor,
  amountText,
  answersText,
  askedText,
  HOW_MANY,
  HOW_MANY_EACH,
  IN_TURN,
  inTurnText,
  MAX_TOKENS_EACH,
  NO_PRESET,
  PRESET,
  REPLY_ORDERS,
  replyOrder,
  SEVERAL_AGENTS,
  SEVERAL_REPLIERS,
  tokensInWords,
} from '../../ui-text/page/generate.ts';
import { useAppSession, useStore, useTreeDesk } from '../session/hooks.ts';
import { activeModelAgents, COUNT_RANGE, TOKENS_RANGE } from '../session/settings/generation-choice.ts';
import { AgentName } from '../ui/AgentName.tsx';
import { Checkbox, Checkboxes } from '../ui/fields/Checkbox.tsx';
import { NumberField } from '../ui/fields/NumberField.tsx';
import { Select } from '../ui/fields/Select.tsx';
import { Popover } from '../ui/layers/Popover.tsx';
import styles from './GenerationPopover.module.css';
import { keyName } from './settings/presets/key-name.ts';

export interface GenerationPopoverProps {
  readonly agents: readonly Agent[];
  /** Continuations by default. */
  readonly askedFor?: AskedFor;
  /** The one that is asked whatever is chosen, because the message addresses it; null for none. */
  readonly addressedId?: Agent['id'] | null;
  /** The most answers of each agent. */
  readonly most?: number;
  /** The length of each answer follows from the request. */
  readonly hasNoTokens?: boolean;
}

/**
 * The agents of a request, the number and length of answers, or a preset. Its button has this in words: the one place
 * that describes what Generate will do.
 */
export function GenerationPopover({
  agents,
  askedFor = 'continuations',
  addressedId = null,
  most = COUNT_RANGE.max,
  hasNoTokens = false,
}: GenerationPopoverProps) {
  const { choice } = useTreeDesk();
  const session = useAppSession();
  const { presets } = useStore(session.preferences);
  const platform = useStore(session.info)?.platform ?? 'linux';
  const { agentIds, count: chosenCount, maxTokens, inTurn, presetId } = useStore(choice.store);
  const hint = useId();
  const models = activeModelAgents(agents);
  const chosenAgents = models.filter(({ id }) =>
    addressedId === null ? agentIds.includes(id) : id === addressedId,
  );
  const preset = presets.find(({ id }) => id === presetId);
  const mayTakeTurns = askedFor === 'replies' && agentIds.length > 1;
  const takesTurns = mayTakeTurns && inTurn && chosenAgents.length > 1;
  const count = takesTurns ? 1 : Math.min(chosenCount, most);
  const names = chosenAgents.map(({ name }) => name);
  const acting = askedFor === 'replies' ? chosenAgents.filter(isLoomAware).length : 0;
  const order = replyOrder(takesTurns, acting, chosenAgents.length);
  const isInOrder = order === 'inTurn' || order === 'oneAfterTheOther';
  const asked = isInOrder ? inTurnText(names) : askedText(names);
  const amount = amountText({
    askedFor,
    agents: chosenAgents.length,
    count,
    maxTokens: hasNoTokens ? null : maxTokens,
  });
  // A turn has no set length.
  const isTurn = askedFor === 'replies' && chosenAgents.length > 0 && chosenAgents.every(isLoomAware);
  const separator = isTurn ? ' ' : ' · ';
  const how = isTurn ? answersText(chosenAgents.length) : amount;
  const request = chosenAgents.length > 0 ? `${asked}${separator}${how}` : asked;
  return (
    <Popover
      trigger={
        <span className={styles.asked}>
          {preset !== undefined && <span className={styles.preset}>{preset.name} · </span>}
          <AgentName name={asked} colour={chosenAgents[0]?.color ?? null} />
          {chosenAgents.length > 0 && <span>{separator}</span>}
          {chosenAgents.length > 0 && <span>{how}</span>}
        </span>
      }
      label={preset === undefined ? request : `${preset.name} · ${request}`}
      title={ASKED_FOR[askedFor].title}
    >
      {presets.length > 0 && (
        <Select
          label={PRESET}
          value={preset?.id ?? ''}
          options={[
            { value: '', text: NO_PRESET },
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
          label={models.length === 1 ? AGENT : askedFor === 'replies' ? SEVERAL_REPLIERS : SEVERAL_AGENTS}
          options={models.map(({ id, name, color }) => ({
            value: id,
            text: <AgentName name={name} colour={color} />,
          }))}
          chosen={agentIds}
          onToggle={(id) => choice.toggleAgent(id)}
        />
      )}
      {mayTakeTurns && (
        <div className={styles.inTurn}>
          <Checkbox
            text={IN_TURN}
            describedBy={hint}
            checked={inTurn}
            onChange={(checked) => choice.change({ inTurn: checked })}
          />
          <p id={hint}>{REPLY_ORDERS[order]}</p>
        </div>
      )}
      {!(mayTakeTurns && inTurn) && (
        <NumberField
          label={agentIds.length > 1 ? HOW_MANY_EACH : HOW_MANY}
          value={count}
          {...COUNT_RANGE}
          max={most}
          onChange={(value) => choice.change({ count: value })}
        />
      )}
      {!hasNoTokens && (
        <NumberField
          label={MAX_TOKENS_EACH}
          hint={tokensInWords(maxTokens)}
          value={maxTokens}
          {...TOKENS_RANGE}
          onChange={(value) => choice.change({ maxTokens: value })}
        />
      )}
    </Popover>
  );
}
