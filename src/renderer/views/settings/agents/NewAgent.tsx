import { useEffect, useRef, useState } from 'react';
import { useAppSession, useStore } from '../../../session/hooks.ts';
import type { CompletionStyle } from '../../../session/settings/agents-session.ts';
import { Button } from '../../../ui/Button.tsx';
import styles from './Agent.module.css';
import { ModelChoice } from './ModelChoice.tsx';
import { joinModelRef, type ModelRef, OFFLINE } from './model-ref.ts';

export interface NewAgentProps {
  onMade(id: string): void;
  onLeave(): void;
}

/** What has to be known of an agent before there is one: who is asked for which model. */
export function NewAgent({ onMade, onLeave }: NewAgentProps) {
  const { agents, providers } = useAppSession();
  const list = useStore(providers.list);
  const first = list.at(-1);
  const [chosen, setChosen] = useState<ModelRef>(
    first === undefined ? OFFLINE : { providerId: first.id, model: '' },
  );
  /** In tokens, where the service's list says. */
  const [contextLength, setContextLength] = useState<number | null>(null);
  const part = useRef<HTMLDivElement>(null);
  useEffect(() => part.current?.querySelector('select')?.focus(), []);

  const make = async () => {
    const made = await agents.create({
      name: nameOf(chosen),
      modelRef: joinModelRef(chosen),
      configuration: {
        completionStyle: styleOf(chosen),
        ...(contextLength === null ? {} : { contextLength }),
      },
    });
    if (made !== null) onMade(made.id);
  };
  /** What the last test saw of the service decides how a model of it is asked. */
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
        atOnce
      />
      <div className={styles.row}>
        <Button look="primary" disabled={chosen.model.trim() === ''} onClick={() => void make()}>
          Make this agent
        </Button>
        <Button onClick={onLeave}>Leave it</Button>
      </div>
    </div>
  );
}

/** The last part of the model's name: `maker/model` is the model. */
function nameOf({ providerId, model }: ModelRef): string {
  if (providerId === OFFLINE.providerId) return 'Offline';
  return model.split('/').at(-1) ?? model;
}
