import { useEffect, useRef, useState } from 'react';
import { CANCEL, CREATE_AGENT } from '../../../../ui-text/settings/agents.ts';
import { useAppSession, useStore } from '../../../session/hooks.ts';
import type { CompletionStyle } from '../../../session/settings/agents-session.ts';
import { agentNameOf, joinModelRef, type ModelRef, OFFLINE } from '../../../session/settings/model-ref.ts';
import { Button } from '../../../ui/Button.tsx';
import styles from './Agent.module.css';
import { ModelChoice } from './ModelChoice.tsx';

export interface NewAgentProps {
  onCreated(id: string): void;
  onCancel(): void;
}

/** Asks for a new agent's service and model. */
export function NewAgent({ onCreated, onCancel }: NewAgentProps) {
  const session = useAppSession();
  const { agents, providers } = session;
  const list = useStore(providers.list);
  const first = list.at(-1);
  const [chosen, setChosen] = useState<ModelRef>(
    first === undefined ? OFFLINE : { providerId: first.id, model: '' },
  );
  /** In tokens, if the service's list has it. */
  const [contextLength, setContextLength] = useState<number | null>(null);
  const part = useRef<HTMLDivElement>(null);
  useEffect(() => part.current?.querySelector('select')?.focus(), []);

  const create = async () => {
    const created = await agents.create({
      name: agentNameOf(chosen),
      modelRef: joinModelRef(chosen),
      configuration: {
        completionStyle: styleOf(chosen),
        ...(contextLength === null ? {} : { contextLength }),
      },
    });
    if (created !== null) onCreated(created.id);
  };
  /** For a conversation, one message per message; otherwise as the service's last connection test decides. */
  const styleOf = ({ providerId }: ModelRef): CompletionStyle => {
    const provider = list.find(({ id }) => id === providerId);
    const ability = provider?.ability;
    const isTalking = session.findDesk()?.mode === 'dialogue';
    if (isTalking && provider !== undefined && ability?.chat !== false) return 'chat';
    return ability?.completions === false && ability.chat === true ? 'chat-continue' : 'completion';
  };
  return (
    <div ref={part} className={styles.fresh}>
      <ModelChoice
        value={chosen}
        onChange={(next, known) => {
          setChosen(next);
          setContextLength(known?.contextLength ?? null);
        }}
        commitsOnType
      />
      <div className={styles.row}>
        <Button variant="primary" disabled={chosen.model.trim() === ''} onClick={() => void create()}>
          {CREATE_AGENT}
        </Button>
        <Button onClick={onCancel}>{CANCEL}</Button>
      </div>
    </div>
  );
}
