/** Changes to the writer's templates for all groves: each function returns the new list. */
import { type Agent, isOffline } from '../../../core/tree/agent.ts';
import type { AgentTemplate } from '../../../ipc/preferences.ts';
import type { NewAgent } from './agents-session.ts';

export type { AgentTemplate };

/** The part of an agent that a template keeps. */
type TemplateSource = Pick<Agent, 'name' | 'modelRef' | 'configuration' | 'permissions' | 'color'>;

/** Returns true if an agent's settings can be a template: every grove has an offline agent already. */
export function canBeTemplate(agent: Pick<Agent, 'modelRef'>): boolean {
  return agent.modelRef !== null && !isOffline(agent);
}

/** The template of the same name, which saving an agent replaces. */
export function findTemplate(
  templates: readonly AgentTemplate[],
  { name }: Pick<Agent, 'name'>,
): AgentTemplate | undefined {
  return templates.find((template) => template.name === name);
}

/** Keeps an agent's settings: in place of the template of the same name, or as a new one. @param id of a new one */
export function saveTemplate(
  templates: readonly AgentTemplate[],
  { name, modelRef, configuration, permissions, color }: TemplateSource,
  id: string,
): readonly AgentTemplate[] {
  if (modelRef === null) return templates;
  const before = findTemplate(templates, { name });
  const template = { id: before?.id ?? id, name, modelRef, configuration, permissions, color };
  if (before === undefined) return [...templates, template];
  return templates.map((known) => (known === before ? template : known));
}

export function renameTemplate(
  templates: readonly AgentTemplate[],
  id: string,
  name: string,
): readonly AgentTemplate[] {
  return templates.map((template) => (template.id === id ? { ...template, name } : template));
}

export function removeTemplate(templates: readonly AgentTemplate[], id: string): readonly AgentTemplate[] {
  return templates.filter((template) => template.id !== id);
}

/** Undoes the replacement of a template, unless it was removed since. */
export function revertTemplate(
  templates: readonly AgentTemplate[],
  before: AgentTemplate,
): readonly AgentTemplate[] {
  return templates.map((template) => (template.id === before.id ? before : template));
}

/** Puts a template back at its index. */
export function restoreTemplate(
  templates: readonly AgentTemplate[],
  template: AgentTemplate,
  at: number,
): readonly AgentTemplate[] {
  return templates.toSpliced(at, 0, template);
}

/** The agent that a template makes in a grove; its colour only if no active agent there has it. */
export function agentFrom(template: AgentTemplate, agents: readonly Agent[]): NewAgent {
  const { name, modelRef, configuration, permissions, color } = template;
  const isTaken = agents.some((agent) => agent.archivedAt === null && agent.color === color);
  return { name, modelRef, configuration, permissions, color: isTaken ? null : color };
}
