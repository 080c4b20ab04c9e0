import { useEffect, useState } from 'react';
import { isLoomAware } from '../../../../core/tree/agent.ts';
import { ACTS_IN_LOOM } from '../../../../ui-text/agents/loom-access.ts';
import {
  ARCHIVED,
  ARCHIVED_AGENTS,
  agentsIntro,
  NEW_AGENT,
  NO_GROVE_NO_AGENTS,
  READ_ONLY_AGENTS,
} from '../../../../ui-text/settings/agents.ts';
import { CONNECT_TITLE } from '../../../../ui-text/settings/connect.ts';
import { useAppSession, useStore } from '../../../session/hooks.ts';
import { canBeTemplate } from '../../../session/settings/agent-templates.ts';
import type { Agent } from '../../../session/settings/agents-session.ts';
import { keepTemplate } from '../../../session/settings/keep-template.ts';
import { Accordion } from '../../../ui/Accordion.tsx';
import { AgentName } from '../../../ui/AgentName.tsx';
import { Button } from '../../../ui/Button.tsx';
import { useCommands } from '../../commands.ts';
import { RemovedItem } from '../RemovedItem.tsx';
import { useNextFocus } from '../use-next-focus.ts';
import styles from './Agent.module.css';
import { AgentEditor } from './AgentEditor.tsx';
import { describeModel } from './describe-model.ts';
import { NewAgent } from './NewAgent.tsx';
import { TemplatesSection } from './TemplatesSection.tsx';

/** The model agents of the open grove. */
export function AgentsSection() {
  const session = useAppSession();
  const commands = useCommands();
  const scene = useStore(session.scene);
  const providers = useStore(session.providers.list);
  const all = useStore(session.agents.agents);
  const [open, setOpen] = useState<string | null>(null);
  const [isCreating, setIsCreating] = useState(false);
  const [page, focusNext] = useNextFocus();
  useEffect(() => void session.providers.read(), [session]);
  useEffect(() => () => void session.agents.flush(), [session]);

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
  const keepAsTemplate = ({ id }: Agent) => {
    const agent = session.agents.agents.get().find((known) => known.id === id);
    if (agent !== undefined) keepTemplate(session, agent);
  };
  const describe = ({ modelRef }: Pick<Agent, 'modelRef'>) => describeModel(modelRef, providers);
  if (scene.kind !== 'grove' || scene.grove.readOnly) {
    return (
      <>
        <p className={styles.intro}>{scene.kind === 'grove' ? READ_ONLY_AGENTS : NO_GROVE_NO_AGENTS}</p>
        <TemplatesSection agents={null} describeModel={describe} onAdded={show} />
      </>
    );
  }
  const archivedAgents = all.filter(({ archivedAt }) => archivedAt !== null);
  return (
    <div ref={page}>
      <p className={styles.intro}>{agentsIntro(scene.grove.name)}</p>
      <Accordion
        open={open}
        onOpen={setOpen}
        items={all
          .filter(({ archivedAt }) => archivedAt === null)
          .map((agent) => ({
            id: agent.id,
            title: <AgentName name={agent.name} colour={agent.color} />,
            note: isLoomAware(agent) ? `${describe(agent)} · ${ACTS_IN_LOOM}` : describe(agent),
            content: (
              <AgentEditor
                agent={agent}
                onDuplicate={() => void duplicate(agent)}
                onArchive={() => archive(agent, true)}
                onKeep={canBeTemplate(agent) ? () => keepAsTemplate(agent) : null}
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
          <Button onClick={() => setIsCreating(true)}>{NEW_AGENT}</Button>
          <Button variant="quiet" onClick={() => commands.run('model.connect')}>
            {CONNECT_TITLE}
          </Button>
        </div>
      )}
      <TemplatesSection agents={all} describeModel={describe} onAdded={show} />
      {archivedAgents.length > 0 && (
        <section className={styles.archived} aria-label={ARCHIVED_AGENTS}>
          <h3 className={styles.heading}>{ARCHIVED}</h3>
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
