/** Requests about what agents propose to change in a manuscript (`edits.md`). */
import * as v from 'valibot';
import type { AgentId, ProposalId, TreeId } from '../../core/ids.ts';
import type { ProposalUsage } from '../../core/proposals/proposal.ts';
import type { TextRange } from '../../core/text/span.ts';
import type { NodeRecord } from '../wire/node.ts';
import type { Intent, PathReply } from '../wire/path.ts';
import type { EditAsk, EditScope, ProposalSnapshot, SuggestionUpdate } from '../wire/proposal.ts';
import { listOf } from './bounded.ts';
import { agentId, id, intent, nothing, offset, remark, type SchemasOf, tree } from './fields.ts';

export interface ProposalRequests {
  /**
   * The proposals for a manuscript, newest first: every open one, and the latest others. Commits nothing; ranges are in the
   * text on the screen after `ops`.
   */
  'proposal.read'(input: Intent): {
    readonly path: PathReply;
    readonly proposals: readonly ProposalSnapshot[];
    readonly asks: readonly EditAsk[];
  };
  /** The same without ranges, for a tree that the window does not show. */
  'proposal.list'(input: { readonly treeId: TreeId }): readonly ProposalSnapshot[];
  /** Stores what the writer decided, and where undo put suggestions. Commits nothing. */
  'proposal.update'(input: Intent & { readonly suggestions: readonly SuggestionUpdate[] }): {
    readonly path: PathReply;
  };
  /**
   * Takes a snapshot and asks an agent for an edit of it; what it proposes arrives by `proposals.changed`. Commits nothing.
   * INVALID_ARGUMENT if the scope does not fit the agent, or there is no text in it.
   */
  'proposal.ask'(
    input: Intent & {
      readonly agentId: AgentId;
      readonly instruction: string;
      readonly scope: EditScope;
      /** The selection, or the caret. */
      readonly range: TextRange;
    },
  ): { readonly path: PathReply; readonly ask: EditAsk };
  /**
   * Asks the same again with a new snapshot around `range`, of the same scope if that is known. Also for an ask that failed,
   * by its `askId`. NOT_FOUND if the proposal was not asked for by the writer.
   */
  'proposal.askAgain'(input: Intent & { readonly proposalId: ProposalId; readonly range: TextRange }): {
    readonly path: PathReply;
    readonly ask: EditAsk;
  };
  /** Stops an ask (null: every one), or dismisses one that failed. Nothing that it has received is proposed. */
  'proposal.stop'(input: { readonly askId: ProposalId | null }): Record<string, never>;
  /** The record of the answer behind a proposal; null if there is none. */
  'proposal.record'(input: { readonly proposalId: ProposalId }): NodeRecord | null;
  /** Results of the edits of each agent in the grove. */
  'proposal.usage'(input: Record<string, never>): readonly ProposalUsage[];
}

const proposalId = id<ProposalId>();
const range = v.strictObject({ from: offset, to: offset });

export const proposalSchemas: SchemasOf<ProposalRequests> = {
  'proposal.read': v.strictObject(intent),
  'proposal.list': tree,
  'proposal.update': v.strictObject({
    ...intent,
    suggestions: listOf(
      v.strictObject({
        proposalId,
        ordinal: offset,
        decision: v.picklist(['open', 'accepted', 'rejected', 'done']),
        range,
      }),
    ),
  }),
  'proposal.ask': v.strictObject({
    ...intent,
    agentId,
    instruction: remark,
    scope: v.picklist(['selection', 'chapter', 'all']),
    range,
  }),
  'proposal.askAgain': v.strictObject({ ...intent, proposalId, range }),
  'proposal.stop': v.strictObject({ askId: v.nullable(proposalId) }),
  'proposal.record': v.strictObject({ proposalId }),
  'proposal.usage': nothing,
};
