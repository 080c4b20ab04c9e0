import type { AgentId, LinkId, NodeId, TreeId } from '../ids.ts';

/**
 * A link between two texts that stands in neither of them (`agents.md`, *Data*). It applies to the positions of its nodes.
 * The record is what the log has of it.
 */
export interface Link {
  readonly id: LinkId;
  readonly source: NodeId;
  readonly target: NodeId;
  /** The tree of the target. */
  readonly targetTree: TreeId;
  /** The heading of a section of the target, if that is the root of a document; null for all of it. */
  readonly section: string | null;
  /** The reason of the link; null for none. */
  readonly note: string | null;
  readonly agent: AgentId;
  readonly createdAt: number;
  /** When the turn that made it was undone; null while it is there. */
  readonly removedAt: number | null;
}

/** A link as recorded in the log, without the other fields of its row. */
export function linkRecord(link: Link): Link {
  const { id, source, target, targetTree, section, note, agent, createdAt, removedAt } = link;
  return { id, source, target, targetTree, section, note, agent, createdAt, removedAt };
}
