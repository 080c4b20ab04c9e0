import { useState } from 'react';
import { isLoomAware } from '../../../../core/tree/agent.ts';
import {
  AN_AGENT,
  ANY_LENGTH,
  ASKING_STYLES,
  archiveAgent,
  COLOUR,
  CONTEXT_LENGTH,
  CONTEXT_LENGTH_HINT,
  duplicateAgent,
  NAME,
  PARAMETERS,
  PROVIDERS_DEFAULT,
  SYSTEM_PROMPT,
  SYSTEM_PROMPT_HINT,
  THINKING,
  TOKENS_EACH,
  TOKENS_EACH_HINT,
} from '../../../../ui-text/settings/agents.ts';
import { saveAsTemplate } from '../../../../ui-text/settings/presets.ts';
import { useAppSession } from '../../../session/hooks.ts';
import {
  AGENT_COLOURS,
  type Agent,
  type AgentConfiguration,
} from '../../../session/settings/agents-session.ts';
import { joinModelRef, type ModelRef, splitModelRef } from '../../../session/settings/model-ref.ts';
import { Button } from '../../../ui/Button.tsx';
import { RadioCards } from '../../../ui/fields/RadioCards.tsx';
import { Select } from '../../../ui/fields/Select.tsx';
import { Swatches } from '../../../ui/fields/Swatches.tsx';
import { TextField } from '../../../ui/fields/TextField.tsx';
import { ElsewhereAgent } from '../../turns/ElsewhereAgent.tsx';
import { parseWholeNumber, problemOf, problemOfName } from '../parse-settings.ts';
import styles from './Agent.module.css';
import { InfillChoice } from './InfillChoice.tsx';
import { LoomAccess } from './LoomAccess.tsx';
import { ModelChoice } from './ModelChoice.tsx';
import { Sampling } from './Sampling.tsx';
import { TurnLimits } from './TurnLimits.tsx';

export interface AgentEditorProps {
  readonly agent: Agent;
  onDuplicate(): void;
  onArchive(): void;
  /** Keeps the agent's settings as a template for all groves; null if they cannot be one. */
  readonly onKeep: (() => void) | null;
}

const MAX_TOKENS = 100_000_000;

/** All settings of one agent. Every change is saved at once. */
export function AgentEditor({ agent, onDuplicate, onArchive, onKeep }: AgentEditorProps) {
  const { agents } = useAppSession();
  /** A newly chosen provider, until one of its models is chosen. */
  const [pendingModel, setPendingModel] = useState<ModelRef | null>(null);
  const { id, name, color, configuration } = agent;
  const {
    completionStyle = 'completion',
    infill,
    systemPrompt,
    thinking,
    maxTokens,
    contextLength,
    caps,
    ...sampling
  } = configuration;
  const own = { completionStyle, infill, systemPrompt, thinking, maxTokens, contextLength, caps };
  const configure = (patch: { [K in keyof AgentConfiguration]: AgentConfiguration[K] | undefined }) =>
    agents.change(id, { configuration: withoutUnset({ ...configuration, ...patch }) });
  const tokensOf = (text: string) => parseWholeNumber(text, 1, MAX_TOKENS);
  const commitTokens = (text: string, field: 'maxTokens' | 'contextLength') => {
    const typed = tokensOf(text);
    if (typed.ok) configure({ [field]: typed.value ?? undefined });
    return null;
  };
  return (
    <div className={styles.agent}>
      <div className={styles.pair}>
        <TextField
          label={NAME}
          value={name}
          check={(text) => problemOfName(text, AN_AGENT)}
          onCommit={(text) => {
            agents.change(id, { name: text.trim() });
            return null;
          }}
        />
        <Swatches
          label={COLOUR}
          colours={AGENT_COLOURS}
          value={color}
          onChange={(colour) => agents.change(id, { color: colour })}
        />
      </div>
      <ModelChoice
        value={pendingModel ?? splitModelRef(agent.modelRef)}
        onChange={(chosen, known) => {
          setPendingModel(chosen.model === '' ? chosen : null);
          if (chosen.model === '') return;
          agents.change(id, {
            modelRef: joinModelRef(chosen),
            configuration: withoutUnset({
              ...configuration,
              contextLength: known?.contextLength ?? undefined,
            }),
          });
        }}
      />
      <RadioCards
        label={ASKING_STYLES.label}
        value={completionStyle}
        options={ASKING_STYLES.options}
        onChange={(style) => configure({ completionStyle: style })}
      />
      <InfillChoice agent={agent} onChange={(next) => configure({ infill: next })} />
      <TextField
        label={SYSTEM_PROMPT}
        hint={SYSTEM_PROMPT_HINT}
        kind="lines"
        value={systemPrompt ?? ''}
        onCommit={(text) => {
          configure({ systemPrompt: text === '' ? undefined : text });
          return null;
        }}
      />
      <div className={styles.pair}>
        <TextField
          label={TOKENS_EACH}
          hint={TOKENS_EACH_HINT}
          value={maxTokens?.toString() ?? ''}
          placeholder="50"
          check={problemOf(tokensOf)}
          onCommit={(text) => commitTokens(text, 'maxTokens')}
        />
        <TextField
          label={CONTEXT_LENGTH}
          hint={CONTEXT_LENGTH_HINT}
          value={contextLength?.toString() ?? ''}
          placeholder={ANY_LENGTH}
          check={problemOf(tokensOf)}
          onCommit={(text) => commitTokens(text, 'contextLength')}
        />
      </div>
      <Select
        label={THINKING.label}
        value={thinking ?? 'none'}
        options={THINKING.options}
        onChange={(value) => configure({ thinking: value === 'text' ? 'text' : undefined })}
      />
      <ElsewhereAgent agent={agent} />
      <LoomAccess agent={agent} onChange={(permissions) => agents.change(id, { permissions })} />
      {isLoomAware(agent) && <TurnLimits value={caps ?? {}} onChange={(next) => configure({ caps: next })} />}
      <section>
        <h4 className={styles.heading}>{PARAMETERS}</h4>
        <Sampling
          value={sampling}
          unsetNote={PROVIDERS_DEFAULT}
          onChange={(next) => agents.change(id, { configuration: withoutUnset({ ...own, ...next }) })}
        />
      </section>
      <div className={styles.row}>
        <Button onClick={onDuplicate}>{duplicateAgent(name)}</Button>
        {onKeep !== null && <Button onClick={onKeep}>{saveAsTemplate(name)}</Button>}
        <Button onClick={onArchive}>{archiveAgent(name)}</Button>
      </div>
    </div>
  );
}

/** Removes undefined properties, so that they are not sent. */
function withoutUnset(
  value: {
    [K in keyof AgentConfiguration]: AgentConfiguration[K] | undefined;
  },
): AgentConfiguration {
  return Object.fromEntries(Object.entries(value).filter(([, set]) => set !== undefined));
}
