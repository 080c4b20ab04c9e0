import { useEffect, useRef, useState } from 'react';
import { isLoomAware } from '../../../../core/tree/agent.ts';
import { ACTS_IN_LOOM } from '../../../../ui-text/agents/loom-access.ts';
import {
  ARCHIVED,
  ARCHIVED_AGENTS,
  agentsIntro,
  CANCEL,
  CREATE_AGENT,
  NEW_AGENT,
  NO_GROVE_NO_AGENTS,
  READ_ONLY_AGENTS,
} from '../../../../ui-text/settings/agents.ts';
import { CONNECT_TITLE } from '../../../../ui-text/settings/connect.ts';
import {
  A_TEMPLATE,
  ADD,
  ADD_FROM_TEMPLATES,
  addToGrove,
  agentAdded,
  NAME_TAKEN,
  NO_TEMPLATES,
  REMOVE,
  RENAME,
  remove as removeLabel,
  rename as renameLabel,
  TEMPLATES,
  TEMPLATES_INTRO,
  TEMPLATES_INTRO_ELSEWHERE,
  templateName,
  templateRemoved,
  templateRenamed,
} from '../../../../ui-text/settings/presets.ts';
import { useAppSession, useStore } from '../../../session/hooks.ts';
import {
  type AgentTemplate,
  agentFrom,
  canBeTemplate,
  findTemplate,
  removeTemplate,
  renameTemplate,
  restoreTemplate,
} from '../../../session/settings/agent-templates.ts';
import {
  type Agent,
  agentNameOf,
  type CompletionStyle,
  joinModelRef,
  type ModelRef,
  OFFLINE,
} from '../../../session/settings/agents-session.ts';
import { keepTemplate } from '../../../session/window/connect-model.ts';
import { Accordion } from '../../../ui/Accordion.tsx';
import { AgentName } from '../../../ui/AgentName.tsx';
import { Button } from '../../../ui/Button.tsx';
import { TextField } from '../../../ui/fields/TextField.tsx';
import { useCommands } from '../../commands.ts';
import { problemOfName } from '../parse-settings.ts';
import { RemovedItem, useNextFocus } from '../RemovedItem.tsx';
import styles from './Agent.module.css';
import { AgentEditor } from './AgentEditor.tsx';
import { describeModel } from './agent-settings.tsx';
import { ModelChoice } from './ModelChoice.tsx';

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

interface NewAgentProps {
  onCreated(id: string): void;
  onCancel(): void;
}

/** Asks for a new agent's service and model. */
function NewAgent({ onCreated, onCancel }: NewAgentProps) {
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

interface TemplatesSectionProps {
  /** Agents of the grove that can get one of a template; null if none can. */
  readonly agents: readonly Agent[] | null;
  describeModel(template: AgentTemplate): string;
  /** An agent was made of a template. */
  onAdded(agentId: string): void;
}

/** The last change to the templates, until the next one: it can be undone. */
interface Change {
  readonly before: AgentTemplate;
  readonly at: number;
  readonly sentence: string;
  readonly isRemoved: boolean;
}

/** The writer's agents for all groves: to add to this one, to rename, and to remove. */
function TemplatesSection({ agents, describeModel, onAdded }: TemplatesSectionProps) {
  const session = useAppSession();
  const { agentTemplates: templates } = useStore(session.preferences);
  const [renaming, setRenaming] = useState<string | null>(null);
  const [change, setChange] = useState<Change | null>(null);
  const [part, focusNext] = useNextFocus();
  const save = (agentTemplates: readonly AgentTemplate[]) => session.setPreferences({ agentTemplates });

  const add = async (template: AgentTemplate) => {
    const added = await session.agents.create(agentFrom(template, agents ?? []));
    if (added === null) return;
    session.notices.announce(agentAdded(added.name));
    onAdded(added.id);
  };
  const rename = (before: AgentTemplate, name: string) => {
    setRenaming(null);
    focusNext(`[data-template="${before.id}"] button`);
    if (name === before.name) return;
    save(renameTemplate(templates, before.id, name));
    const sentence = templateRenamed(before.name, name);
    setChange({ before, at: templates.indexOf(before), sentence, isRemoved: false });
  };
  const remove = (before: AgentTemplate) => {
    save(removeTemplate(templates, before.id));
    const sentence = templateRemoved(before.name);
    setChange({ before, at: templates.indexOf(before), sentence, isRemoved: true });
    focusNext(`[data-gone="${before.id}"] button`);
  };
  const undo = ({ before, at, isRemoved }: Change) => {
    save(
      isRemoved ? restoreTemplate(templates, before, at) : renameTemplate(templates, before.id, before.name),
    );
    setChange(null);
    focusNext(`[data-template="${before.id}"] button`);
  };
  const problemOf = (template: AgentTemplate, text: string) => {
    const other = findTemplate(templates, { name: text.trim() });
    if (other !== undefined && other !== template) return NAME_TAKEN;
    return problemOfName(text, A_TEMPLATE);
  };
  return (
    <section ref={part} className={styles.templates} aria-label={TEMPLATES}>
      <h3 className={styles.templatesSectionHeading}>{agents === null ? TEMPLATES : ADD_FROM_TEMPLATES}</h3>
      <p className={styles.soft}>{agents === null ? TEMPLATES_INTRO_ELSEWHERE : TEMPLATES_INTRO}</p>
      {templates.length === 0 && <p className={styles.soft}>{NO_TEMPLATES}</p>}
      <ul className={styles.list}>
        {templates.map((template) => (
          <li key={template.id} className={styles.template} data-template={template.id}>
            {renaming === template.id ? (
              // biome-ignore lint/a11y/noStaticElementInteractions: it only observes an event that bubbles
              <div
                onBlur={({ target }) => {
                  if (target.getAttribute('aria-invalid') === null) setRenaming(null);
                }}
              >
                <TextField
                  label={templateName(template.name)}
                  value={template.name}
                  startsSelected
                  check={(text) => problemOf(template, text)}
                  onCommit={(text) => {
                    rename(template, text.trim());
                    return null;
                  }}
                />
              </div>
            ) : (
              <>
                <span className={styles.name}>
                  <AgentName name={template.name} colour={template.color} />
                  <span className={styles.model}>{describeModel(template)}</span>
                </span>
                {agents !== null && (
                  <Button label={addToGrove(template.name)} onClick={() => void add(template)}>
                    {ADD}
                  </Button>
                )}
                <Button
                  variant="quiet"
                  label={renameLabel(template.name)}
                  onClick={() => setRenaming(template.id)}
                >
                  {RENAME}
                </Button>
                <Button variant="quiet" label={removeLabel(template.name)} onClick={() => remove(template)}>
                  {REMOVE}
                </Button>
              </>
            )}
          </li>
        ))}
      </ul>
      {change !== null && (
        <RemovedItem id={change.before.id} name={change.before.name} onRestore={() => undo(change)}>
          {change.sentence}
        </RemovedItem>
      )}
    </section>
  );
}
