import type { AgentId } from '../../ids.ts';
import type { Spans } from '../../text/span.ts';

/** The author of most of a text, by UTF-16 code units; the first in case of a tie. Null for no text. */
export function authorOfMost(spans: Spans): AgentId | null {
  const lengths = new Map<AgentId, number>();
  for (const { agent, length } of spans) lengths.set(agent, (lengths.get(agent) ?? 0) + length);
  let most: AgentId | null = null;
  for (const [agent, length] of lengths) {
    if (length > (most === null ? 0 : (lengths.get(most) ?? 0))) most = agent;
  }
  return most;
}
