import type { AgentId } from '../../../core/ids.ts';
import type { ShownGrove } from '../../session/window/app-session.ts';

/** Who wrote it, or with which model. */
export interface AuthorChoice {
  readonly value: string;
  readonly text: string;
  readonly authorIds: readonly AgentId[];
}

export function authorsOf({ agents }: ShownGrove): readonly AuthorChoice[] {
  return agents.map(({ id, name }) => ({ value: id, text: name, authorIds: [id] }));
}

/** The models of the grove's agents: who wrote with one is whoever writes with it now. */
export function modelsOf({ agents }: ShownGrove): readonly AuthorChoice[] {
  const byModel = new Map<string, AgentId[]>();
  for (const { id, modelRef } of agents) {
    if (modelRef !== null) byModel.set(modelRef, [...(byModel.get(modelRef) ?? []), id]);
  }
  return [...byModel].map(([model, authorIds]) => ({
    value: `model ${model}`,
    text: model.slice(model.indexOf(':') + 1),
    authorIds,
  }));
}
