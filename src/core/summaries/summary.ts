import type { AgentId, NodeId, ResponseId, Sha256 } from '../ids.ts';

/** A summary that a model made (`agents.md`, *Summaries*). The record is what the log has of it. */
export interface Summary {
  /** Null for one of the whole tree. */
  readonly node: NodeId | null;
  readonly text: string;
  /** The SHA-256 of the prompt: made of another one, it is out of date. */
  readonly basis: Sha256;
  /** The answer that it is from; null if that is not in the file. */
  readonly response: ResponseId | null;
  readonly agent: AgentId;
  readonly createdAt: number;
}

/** A summary that the writer wrote, or removed. */
export interface OwnSummary {
  /** Null for one of the whole tree. */
  readonly node: NodeId | null;
  /** Null for none: a model may write one again. */
  readonly text: string | null;
  readonly isOwn: true;
}

/** In the log: the writer wrote or removed it, so that no model's is left of the node, or of the tree (null). */
export interface RemovedSummary {
  readonly node: NodeId | null;
  readonly removed: true;
}

/** A summary as recorded in the log, without the other fields of its row. */
export function summaryRecord({ node, text, basis, response, agent, createdAt }: Summary): Summary {
  return { node, text, basis, response, agent, createdAt };
}

/** The log's form of a written summary: without the words of the writer's. */
export function loggedSummary(summary: Summary | OwnSummary): Summary | RemovedSummary {
  return 'isOwn' in summary ? { node: summary.node, removed: true } : summaryRecord(summary);
}
