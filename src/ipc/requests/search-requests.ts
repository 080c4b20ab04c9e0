import * as v from 'valibot';
import type { AgentId, TreeId } from '../../core/ids.ts';
import type { SearchAnswer } from '../wire/position.ts';
import { listOf, stringUpTo } from './bounded.ts';
import { agentId, type SchemasOf, treeId } from './fields.ts';

export interface SearchRequests {
  /**
   * The places where something is found, in committed text and in what the writer has typed, newest first or, if
   * `ranked`, in the best of the newest 2,000 texts. An invalid query is searched as literal text.
   */
  'search.find'(input: {
    readonly text: string;
    readonly treeId: TreeId | null;
    readonly ranked: boolean;
    /** 1 to 1,000. */
    readonly limit: number;
    /** Only text by one of these agents, at most 1,000. */
    readonly authorIds?: readonly AgentId[];
    /** Only text written at or after `from` and before `until`, in milliseconds since 1970 UTC. */
    readonly from?: number;
    readonly until?: number;
    /** Only bookmarked positions. */
    readonly bookmarked?: boolean;
    /** Finds only the first place in each text. */
    readonly firstOnly?: boolean;
    /** Looks at every text, however long that takes. */
    readonly thorough?: boolean;
  }): SearchAnswer;
}

export const searchSchemas: SchemasOf<SearchRequests> = {
  'search.find': v.strictObject({
    text: stringUpTo(10_000),
    treeId: v.nullable(treeId),
    ranked: v.boolean(),
    limit: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(1_000)),
    authorIds: v.exactOptional(listOf(agentId, 1_000)),
    from: v.exactOptional(v.pipe(v.number(), v.finite())),
    until: v.exactOptional(v.pipe(v.number(), v.finite())),
    bookmarked: v.exactOptional(v.boolean()),
    firstOnly: v.exactOptional(v.boolean()),
    thorough: v.exactOptional(v.boolean()),
  }),
};
