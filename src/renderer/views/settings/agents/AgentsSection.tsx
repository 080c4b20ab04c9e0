import { useEffect, useState } from 'react';
import { isLoomAware } from '../../../../core/tree/agent.ts';
import { ACTS_IN_LOOM } from '../../../../ui-text/agents/loom-access.ts';
import { useAppSession, useStore } from '../../../session/hooks.ts';
import type { Agent } from '../../../session/settings/agents-session.ts';
import { Accordion } from '../../../ui/Accordion.tsx';
import { AgentName } from '../../../ui/AgentName.tsx';
import { Button } from '../../../ui/Button.tsx';
import { RemovedItem } from '../RemovedItem.tsx';
import { useNextFocus } from '../use-next-focus.ts';
import styles from './Agent.module.css';
import { AgentEditor } from './AgentEditor.tsx';
import { OFFLINE, splitModelRef } from './model-ref.ts';
import { NewAgent } from './NewAgent.tsx';

/** The model agents of the open grove. */
export function AgentsSection() {
  const session = useAppSession();
  const scene = useStore(session.scene);
  const providers = useStore(session.providers.list);
  const all = useStore(session.agents.agents);
  const [open, setOpen] = useState<string | null>(null);
  const [isCreating, setIsCreating] = useState(false);
  const [page, focusNext] = useNextFocus();
  useEffect(() => void session.providers.read(), [session]);
  useEffect(() => () => void session.agents.flush(), [session]);

  if (scene.kind !== 'grove') {
    return <p className={styles.intro}>Agents belong to a grove. Open one to see its agents.</p>;
  }
  if (scene.grove.readOnly) {
    return <p className={styles.intro}>This grove is read-only, and so are its agents.</p>;
  }
  const show = (id: string) => {
    setOpen(id);
    focusNext(`[data-fold="${id}"]`);
  };
  const duplicate = async (agent: Agent) => {
    const copy = await session.agents.duplicate(agent.id);
    if (copy !== null) show(copy.id);
  };
  const archive = (agent: Agent, archived: boolean) => {
    session.agents.change(agent.id, { archived });
    focusNext(archived ? `[data-gone="${agent.id}"] button` : `[data-fold="${agent.id}"]`);
  };
  const describeModel = ({ modelRef }: Agent) => {
    const { providerId, model } = splitModelRef(modelRef);
    if (providerId === OFFLINE.providerId) return 'on this computer';
    return `${model} · ${providers.find(({ id }) => id === providerId)?.name ?? providerId}`;
  };
  const archivedAgents = all.filter(({ archivedAt }) => archivedAt !== null);
  return (
    <div ref={page}>
      <p className={styles.intro}>
        An agent is a model with a name, a colour and its own parameters. Agents are saved in this grove,{' '}
        {scene.grove.name}.
      </p>
      <Accordion
        open={open}
        onOpen={setOpen}
        items={all
          .filter(({ archivedAt }) => archivedAt === null)
          .map((agent) => ({
            id: agent.id,
            title: <AgentName name={agent.name} colour={agent.color} />,
            note: isLoomAware(agent) ? `${describeModel(agent)} · ${ACTS_IN_LOOM}` : describeModel(agent),
            content: (
              <AgentEditor
                agent={agent}
                onDuplicate={() => void duplicate(agent)}
                onArchive={() => archive(agent, true)}
              />
            ),
          }))}
      />
      {isCreating ? (
        <NewAgent
          onCreated={(id) => {
            setIsCreating(false);
            show(id);
          }}
          onCancel={() => {
            setIsCreating(false);
            focusNext('[data-new-agent] button');
          }}
        />
      ) : (
        <div className={styles.actions} data-new-agent="">
          <Button onClick={() => setIsCreating(true)}>New agent</Button>
        </div>
      )}
      {archivedAgents.length > 0 && (
        <section className={styles.archived} aria-label="Archived agents">
          <h3 className={styles.heading}>Archived</h3>
          {archivedAgents.map((agent) => (
            <RemovedItem
              key={agent.id}
              id={agent.id}
              name={agent.name}
              onRestore={() => archive(agent, false)}
            >
              <AgentName name={agent.name} colour={agent.color} />
            </RemovedItem>
          ))}
        </section>
      )}
    </div>
  );
}
