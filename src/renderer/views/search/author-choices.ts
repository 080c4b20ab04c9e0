import type { AgentId } from '../../../core/ids.ts';
import { authorsLabel } from '../../../ui-text/page/authors.ts';
import type { ShownGrove } from '../../session/window/app-session.ts';

/** An author or a model to filter by. */
export interface AuthorChoice {
  readonly value: string;
  readonly text: string;
  readonly authorIds: readonly AgentId[];
}

/** The grove's agents by the names that results have; the writer first. Every author of a character counts. */
export function authorChoices(grove: ShownGrove): readonly AuthorChoice[] {
  const { agents, writerId } = grove;
  const ids = agents.map(({ id }) => id).sort((a, b) => Number(b === writerId) - Number(a === writerId));
  return ids.map((id) => ({ value: id, text: authorsLabel([id], grove), authorIds: [id] }));
}

/** The models of the grove's agents. An agent counts towards its current model only. */
export function modelChoices({ agents }: ShownGrove): readonly AuthorChoice[] {
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
