import * as v from 'valibot';
import type { AgentId, PositionId, TreeId } from '../../core/ids.ts';
import type { LoreTrial, LoreVerdict } from '../../core/lore/lore-verdict.ts';
import { MAX_LORE_KEY_LENGTH, MAX_TEXT_LENGTH } from '../../core/text/limits.ts';
import type { TextRange } from '../../core/text/span.ts';
import { listOf, stringUpTo } from './bounded.ts';
import { agentId, maxTokens, positionId, type SchemasOf, treeId } from './fields.ts';

export interface LoreRequests {
  /**
   * Every entry of the grove's lore, for a request at a position (null: the head) with what is typed there: those that it would
   * be sent, in order, then the others by name. The agent that would be asked decides on the budget; null for none.
   */
  'lore.list'(input: {
    readonly treeId: TreeId;
    readonly at: PositionId | null;
    /** In a conversation about a manuscript, where the writer is in it: as in `turn.start`. */
    readonly topicAt?: PositionId | null;
    readonly agentId: AgentId | null;
    readonly maxTokens: number;
  }): readonly LoreVerdict[];
  /** The places of keys in texts that a tree shows, for each text. */
  'lore.keys'(input: {
    readonly treeId: TreeId;
    readonly texts: readonly string[];
  }): readonly (readonly TextRange[])[];
  /** Looks for one key in the text that is scanned at a position (null: the head). */
  'lore.try'(input: {
    readonly treeId: TreeId;
    readonly at: PositionId | null;
    /** As in `lore.list`. */
    readonly topicAt?: PositionId | null;
    readonly key: string;
  }): LoreTrial;
}

const place = {
  treeId,
  at: v.nullable(positionId),
  topicAt: v.exactOptional(v.nullable(positionId)),
};

export const loreSchemas: SchemasOf<LoreRequests> = {
  'lore.list': v.strictObject({ ...place, agentId: v.nullable(agentId), maxTokens }),
  'lore.keys': v.strictObject({ treeId, texts: listOf(stringUpTo(MAX_TEXT_LENGTH), 100) }),
  // One that is too long is refused in words.
  'lore.try': v.strictObject({ ...place, key: stringUpTo(2 * MAX_LORE_KEY_LENGTH) }),
};
