import { useState } from 'react';
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
import { problemOf, typedWhole } from '../typed-settings.ts';
import styles from './Agent.module.css';
import { ModelChoice } from './ModelChoice.tsx';
import { joinModelRef, type ModelRef, splitModelRef } from './model-ref.ts';
import { Sampling } from './Sampling.tsx';

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
    sentence: 'The text is sent as it stands and the model goes on: for base models.',
  },
  {
    value: 'chat-continue',
    text: 'Ask it to continue',
    sentence: 'The model is told to continue the text and to give nothing else: for instruct models.',
  },
  {
    value: 'chat',
    text: 'Chat',
    sentence: 'One message a node, in turns: for trees in dialogue mode.',
  },
];

const MOST_TOKENS = 100_000_000;

/** Everything of one agent. Every change counts at once. */
export function AgentEditor({ agent, onDuplicate, onArchive }: AgentEditorProps) {
  const { agents } = useAppSession();
  /** Another service that was chosen, while it is not said which of its models. */
  const [unnamed, setUnnamed] = useState<ModelRef | null>(null);
  const { id, name, color, configuration } = agent;
  const {
    completionStyle = 'completion',
    systemPrompt,
    maxTokens,
    contextLength,
    ...sampling
  } = configuration;
  const own = { completionStyle, systemPrompt, maxTokens, contextLength };
  const configure = (patch: { [K in keyof AgentConfiguration]: AgentConfiguration[K] | undefined }) =>
    agents.change(id, { configuration: withoutUnset({ ...configuration, ...patch }) });
  const tokensOf = (text: string) => typedWhole(text, 1, MOST_TOKENS);
  const takeTokens = (text: string, field: 'maxTokens' | 'contextLength') => {
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
          check={(text) => (text.trim() === '' ? 'An agent has a name.' : null)}
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
        value={unnamed ?? splitModelRef(agent.modelRef)}
        onChange={(chosen, known) => {
          setUnnamed(chosen.model === '' ? chosen : null);
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
        label="How it is asked"
        value={completionStyle}
        options={STYLES}
        onChange={(style) => configure({ completionStyle: style })}
      />
      <TextField
        label="System prompt"
        hint="Said before the text; empty for nothing."
        kind="lines"
        value={systemPrompt ?? ''}
        onCommit={(text) => {
          configure({ systemPrompt: text === '' ? undefined : text });
          return null;
        }}
      />
      <div className={styles.pair}>
        <TextField
          label="Tokens of each continuation"
          hint="Where a tree has not chosen yet."
          value={maxTokens?.toString() ?? ''}
          placeholder="50"
          check={problemOf(tokensOf)}
          onCommit={(text) => takeTokens(text, 'maxTokens')}
        />
        <TextField
          label="Context length"
          hint="What the model reads and writes at once, in tokens; empty where it takes any text."
          value={contextLength?.toString() ?? ''}
          placeholder="any"
          check={problemOf(tokensOf)}
          onCommit={(text) => takeTokens(text, 'contextLength')}
        />
      </div>
      <section>
        <h4 className={styles.heading}>How it writes</h4>
        <Sampling
          value={sampling}
          otherwise="the provider’s own"
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

/** What is undefined is not sent, and is not there. */
function withoutUnset(
  value: {
    [K in keyof AgentConfiguration]: AgentConfiguration[K] | undefined;
  },
): AgentConfiguration {
  return Object.fromEntries(Object.entries(value).filter(([, set]) => set !== undefined));
}
