import { useEffect, useRef, useState } from 'react';
import { cutText, MAX_NAME_LENGTH } from '../../../../core/text/limits.ts';
import { useAppSession, useStore } from '../../../session/hooks.ts';
import type { CompletionStyle } from '../../../session/settings/agents-session.ts';
import { Button } from '../../../ui/Button.tsx';
import styles from './Agent.module.css';
import { ModelChoice } from './ModelChoice.tsx';
import { joinModelRef, type ModelRef, OFFLINE } from './model-ref.ts';

export interface NewAgentProps {
  onCreated(id: string): void;
  onCancel(): void;
}

/** Asks for what a new agent needs: a service and a model. */
export function NewAgent({ onCreated, onCancel }: NewAgentProps) {
  const { agents, providers } = useAppSession();
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
      name: nameOf(chosen),
      modelRef: joinModelRef(chosen),
      configuration: {
        completionStyle: styleOf(chosen),
        ...(contextLength === null ? {} : { contextLength }),
      },
    });
    if (created !== null) onCreated(created.id);
  };
  /** The service's last connection test decides how its models are asked. */
  const styleOf = ({ providerId }: ModelRef): CompletionStyle => {
    const ability = list.find(({ id }) => id === providerId)?.ability;
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
          Create agent
        </Button>
        <Button onClick={onCancel}>Cancel</Button>
      </div>
    </div>
  );
}

/** The last part of the model's name: `model` of `maker/model`. */
function nameOf({ providerId, model }: ModelRef): string {
  if (providerId === OFFLINE.providerId) return 'Offline';
  return cutText(model.split('/').at(-1) ?? model, MAX_NAME_LENGTH);
}
