import type { TreeId } from '../../../../core/ids.ts';
import { permissionOf } from '../../../../core/tree/agent.ts';
import type { Reader } from '../../../store/connection/query.ts';
import { getAgent } from '../../../store/tables/agents.ts';
import { findTree } from '../../../store/tables/trees.ts';
import type { CommandView } from '../command-view.ts';

/**
 * Returns true if the actor of a command may be shown words of documents, titles included, without a request for
 * permission (`agents.md`, *Permissions*). In another tree, which is seen with the writer's eyes, the agent counts that
 * asked.
 */
export function mayReadDocuments({ reader, context: { actor, askedBy } }: CommandView): boolean {
  const agent = getAgent(reader, askedBy ?? actor.id);
  return agent.type === 'human' || permissionOf(agent, 'doc_read') === 'allow';
}

/** Returns true if a tree is a document of this file. @param treeId null for none */
export function isDocument(reader: Reader, treeId: TreeId | null): boolean {
  return treeId !== null && findTree(reader, treeId)?.kind === 'document';
}
