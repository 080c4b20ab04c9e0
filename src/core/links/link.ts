import type { AgentId, LinkId, NodeId, TreeId } from '../ids.ts';

/** A link between two texts that stands in neither of them (`agents.md`, *Data*). It applies to the positions of its nodes. */
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
  /** The words of the source that it is from; null for all of its text. */
  readonly quote: string | null;
  /** When it was taken away, or the turn that made it undone; null while it is there. */
  readonly removedAt: number | null;
}

/** A link in the log, whose rows from before there were quotes have none. */
export type LoggedLink = Omit<Link, 'quote'> & { readonly quote?: string };

/** A link as recorded in the log, without the other fields of its row. */
export function linkRecord(link: Link): LoggedLink {
  const { id, source, target, targetTree, section, note, quote, agent, createdAt, removedAt } = link;
  const record = { id, source, target, targetTree, section, note, agent, createdAt, removedAt };
  return quote === null ? record : { ...record, quote };
}
