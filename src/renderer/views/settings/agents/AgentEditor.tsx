import { useState } from 'react';
import { isLoomAware } from '../../../../core/tree/agent.ts';
import { useAppSession } from '../../../session/hooks.ts';
import {
  AGENT_COLOURS,
  type Agent,
  type AgentConfiguration,
  type CompletionStyle,
} from '../../../session/settings/agents-session.ts';
import { Button } from '../../../ui/Button.tsx';
import { RadioCards } from '../../../ui/fields/RadioCards.tsx';
import { Swatches } from '../../../ui/fields/Swatches.tsx';
import { TextField } from '../../../ui/fields/TextField.tsx';
import { parseWholeNumber, problemOf, problemOfName } from '../parse-settings.ts';
import styles from './Agent.module.css';
import { InfillChoice } from './InfillChoice.tsx';
import { LoomAccess } from './LoomAccess.tsx';
import { ModelChoice } from './ModelChoice.tsx';
import { joinModelRef, type ModelRef, splitModelRef } from './model-ref.ts';
import { Sampling } from './Sampling.tsx';
import { TurnLimits } from './TurnLimits.tsx';

export interface AgentEditorProps {
  readonly agent: Agent;
  onDuplicate(): void;
  onArchive(): void;
}

const STYLES: readonly {
  readonly value: CompletionStyle;
  readonly text: string;
  readonly sentence: string;
}[] = [
  {
    value: 'completion',
    text: 'Continue the text',
    sentence: 'The text is sent as it is and the model continues it: for base models.',
  },
  {
    value: 'chat-continue',
    text: 'Ask it to continue',
    sentence: 'The model is told to continue the text and nothing else: for instruct models.',
  },
  {
    value: 'chat',
    text: 'Chat: one message a node',
    sentence: 'In conversations the messages are sent as they are; in manuscripts it is told to continue.',
  },
];

const MAX_TOKENS = 100_000_000;

/** All settings of one agent. Every change is saved at once. */
export function AgentEditor({ agent, onDuplicate, onArchive }: AgentEditorProps) {
  const { agents } = useAppSession();
  /** A newly chosen provider, until one of its models is chosen. */
  const [pendingModel, setPendingModel] = useState<ModelRef | null>(null);
  const { id, name, color, configuration } = agent;
  const {
    completionStyle = 'completion',
    infill,
    systemPrompt,
    maxTokens,
    contextLength,
    caps,
    ...sampling
  } = configuration;
  const own = { completionStyle, infill, systemPrompt, maxTokens, contextLength, caps };
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
          label="Name"
          value={name}
          check={(text) => problemOfName(text, 'An agent')}
          onCommit={(text) => {
            agents.change(id, { name: text.trim() });
            return null;
          }}
        />
        <Swatches
          label="Colour"
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
        label="How to ask it"
        value={completionStyle}
        options={STYLES}
        onChange={(style) => configure({ completionStyle: style })}
      />
      <InfillChoice agent={agent} onChange={(next) => configure({ infill: next })} />
      <TextField
        label="System prompt"
        hint="Sent before the text; leave empty for none."
        kind="lines"
        value={systemPrompt ?? ''}
        onCommit={(text) => {
          configure({ systemPrompt: text === '' ? undefined : text });
          return null;
        }}
      />
      <div className={styles.pair}>
        <TextField
          label="Tokens per continuation"
          hint="Used until a tree has its own setting."
          value={maxTokens?.toString() ?? ''}
          placeholder="50"
          check={problemOf(tokensOf)}
          onCommit={(text) => commitTokens(text, 'maxTokens')}
        />
        <TextField
          label="Context length"
          hint="How much the model reads and writes at once, in tokens; leave empty for no limit."
          value={contextLength?.toString() ?? ''}
          placeholder="any"
          check={problemOf(tokensOf)}
          onCommit={(text) => commitTokens(text, 'contextLength')}
        />
      </div>
      <LoomAccess agent={agent} onChange={(permissions) => agents.change(id, { permissions })} />
      {isLoomAware(agent) && <TurnLimits value={caps ?? {}} onChange={(next) => configure({ caps: next })} />}
      <section>
        <h4 className={styles.heading}>Parameters</h4>
        <Sampling
          value={sampling}
          unsetNote="provider’s default"
          onChange={(next) => agents.change(id, { configuration: withoutUnset({ ...own, ...next }) })}
        />
      </section>
      <div className={styles.row}>
        <Button onClick={onDuplicate}>Duplicate {name}</Button>
        <Button onClick={onArchive}>Archive {name}</Button>
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
