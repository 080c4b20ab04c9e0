import { sql } from 'kysely';
import type { AgentId, TreeId } from '../../../core/ids.ts';
import type { UsageRow } from '../../../core/provenance/token-usage.ts';
import { defineQuery, NONE, type Reader } from '../connection/query.ts';

// Every response counts, also of a call from which no node came.
const usage = defineQuery(
  'usage.all',
  () => sql<{
    day: string;
    tree: string;
    agent: string;
    provider: string;
    model: string | null;
    for_summaries: number;
    requests: number;
    prompt_tokens: number | null;
    completion_tokens: number | null;
    reasoning_tokens: number | null;
    uncounted: number;
  }>`
    select
      strftime('%Y-%m-%d', response.requested_at / 1000, 'unixepoch', 'localtime') as day,
      loom_tree.id as tree,
      agent.id as agent,
      response.provider as provider,
      response.model_identifier as model,
      json_valid(response.request) and
        coalesce(response.request ->> '$.messages.list[0].pieces[0].kind', '') = 'summary' as for_summaries,
      count(*) as requests,
      sum(iif(json_valid(token_usage), token_usage ->> '$.promptTokens', null)) as prompt_tokens,
      sum(iif(json_valid(token_usage), token_usage ->> '$.completionTokens', null)) as completion_tokens,
      sum(iif(json_valid(token_usage), token_usage ->> '$.reasoningTokens', null)) as reasoning_tokens,
      sum(not coalesce(json_valid(token_usage), false)) as uncounted
    from raw_api_response as response
    join loom_tree on loom_tree.key = response.loom_tree_key
    join agent on agent.key = response.agent_key
    group by 1, 2, 3, 4, 5, 6
    order by 1 desc, 2, 3, 4, 5, 6`,
);

/**
 * The usage that the stored responses add up to, newest day first. The cost is proportional to the number of responses.
 */
export function listUsage(reader: Reader): readonly UsageRow[] {
  return reader.all(usage, NONE).map((row) => ({
    day: row.day,
    treeId: row.tree as TreeId,
    agentId: row.agent as AgentId,
    provider: row.provider,
    model: row.model,
    ...(row.for_summaries === 1 ? { isForSummaries: true as const } : {}),
    requests: row.requests,
    promptTokens: row.prompt_tokens ?? 0,
    completionTokens: row.completion_tokens ?? 0,
    reasoningTokens: row.reasoning_tokens ?? 0,
    uncounted: row.uncounted,
  }));
}
