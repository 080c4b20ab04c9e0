import type { AgentId } from '../../ids.ts';
import type { Spans } from '../../text/span.ts';

/** Who wrote most of what spans cover, by UTF-16 code units; of two who wrote as much, the first. Null for no text. */
export function authorOfMost(spans: Spans): AgentId | null {
  const lengths = new Map<AgentId, number>();
  for (const { agent, length } of spans) lengths.set(agent, (lengths.get(agent) ?? 0) + length);
  let most: AgentId | null = null;
  for (const [agent, length] of lengths) {
    if (length > (most === null ? 0 : (lengths.get(most) ?? 0))) most = agent;
  }
  return most;
}
