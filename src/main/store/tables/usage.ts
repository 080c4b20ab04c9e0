import { sql } from 'kysely';
import type { AgentId, TreeId } from '../../../core/ids.ts';
import { defineQuery, NONE, type Reader } from '../connection/query.ts';

/** What one agent's requests took in one tree on one day, of one model. */
export interface UsageRow {
  /** `2026-11-21`, by this computer's clock. */
  readonly day: string;
  readonly treeId: TreeId;
  readonly agentId: AgentId;
  readonly provider: string;
  /** As the answers name it; null where they do not. */
  readonly model: string | null;
  readonly requests: number;
  /** Of requests whose provider told no counts, `uncounted` says how many there were. */
  readonly promptTokens: number;
  readonly completionTokens: number;
  readonly uncounted: number;
}

// Nodes of one response count it once: the response is taken with the first of its nodes.
const usage = defineQuery(
  'usage.all',
  () => sql<{
    day: string;
    tree: string;
    agent: string;
    provider: string;
    model: string | null;
    requests: number;
    prompt_tokens: number | null;
    completion_tokens: number | null;
    uncounted: number;
  }>`
    select
      strftime('%Y-%m-%d', response.requested_at / 1000, 'unixepoch', 'localtime') as day,
      loom_tree.id as tree,
      agent.id as agent,
      response.provider as provider,
      response.model_identifier as model,
      count(*) as requests,
      sum(json_extract(response.token_usage, '$.promptTokens')) as prompt_tokens,
      sum(json_extract(response.token_usage, '$.completionTokens')) as completion_tokens,
      sum(response.token_usage is null) as uncounted
    from (
      select raw_api_response_key as response_key, min(key) as node_key
      from node where raw_api_response_key is not null group by raw_api_response_key
    ) as asked
    join raw_api_response as response on response.key = asked.response_key
    join node on node.key = asked.node_key
    join loom_tree on loom_tree.key = node.loom_tree_key
    join agent on agent.key = node.author_agent_key
    group by 1, 2, 3, 4, 5
    order by 1 desc, 2, 3, 4, 5`,
);

/** What everything that is kept took, newest day first. Costs in proportion to the responses. */
export function listUsage(reader: Reader): readonly UsageRow[] {
  return reader.all(usage, NONE).map((row) => ({
    day: row.day,
    treeId: row.tree as TreeId,
    agentId: row.agent as AgentId,
    provider: row.provider,
    model: row.model,
    requests: row.requests,
    promptTokens: row.prompt_tokens ?? 0,
    completionTokens: row.completion_tokens ?? 0,
    uncounted: row.uncounted,
  }));
}
