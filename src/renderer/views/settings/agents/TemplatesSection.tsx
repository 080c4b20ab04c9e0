import { useState } from 'react';
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
  findTemplate,
  removeTemplate,
  renameTemplate,
  restoreTemplate,
} from '../../../session/settings/agent-templates.ts';
import type { Agent } from '../../../session/settings/agents-session.ts';
import { AgentName } from '../../../ui/AgentName.tsx';
import { Button } from '../../../ui/Button.tsx';
import { TextField } from '../../../ui/fields/TextField.tsx';
import { problemOfName } from '../parse-settings.ts';
import { RemovedItem } from '../RemovedItem.tsx';
import { useNextFocus } from '../use-next-focus.ts';
import styles from './Templates.module.css';

export interface TemplatesSectionProps {
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
export function TemplatesSection({ agents, describeModel, onAdded }: TemplatesSectionProps) {
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
      <h3 className={styles.heading}>{agents === null ? TEMPLATES : ADD_FROM_TEMPLATES}</h3>
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
