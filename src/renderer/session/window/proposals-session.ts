import type { ProposalId } from '../../../core/ids.ts';
import type { ProposalUsage } from '../../../core/proposals/proposal.ts';
import type { NodeRecord } from '../../../ipc/wire/node.ts';
import type { Proposal } from '../proposals/proposal-state.ts';
import { WatchedTrees } from '../turns/watched-trees.ts';
import type { Desk } from './tree-desks.ts';
import type { WindowScope } from './window-scope.ts';

export type { ProposalUsage };

/** Proposals as a window shows them where their manuscript is not: in conversations, with nodes, in the settings. */
export function createProposalsSession({ client, notices, findDeskOf, showTree, showTab }: WindowScope) {
  /** By manuscript; without places. */
  const lists: WatchedTrees<readonly Proposal[]> = new WatchedTrees(notices, (treeId) =>
    client.call('proposal.list', { treeId }),
  );

  return {
    lists,

    /** Listens to main. */
    listen(): void {
      client.on('proposals.changed', ({ treeId, asks }) => {
        lists.onChange(treeId);
        const desk = findDeskOf(treeId);
        if (desk?.mode === 'buffer') desk.proposals.shown.onChanged(asks);
      });
    },

    /** Shows the manuscript and, in it, the first suggestion of a proposal that is still to be decided. */
    async show({ treeId, proposalId }: Pick<Proposal, 'treeId' | 'proposalId'>): Promise<void> {
      if (findDeskOf(treeId) === null) await showTree(treeId);
      const desk = findDeskOf(treeId);
      if (desk?.mode !== 'buffer') return;
      await desk.proposals.shown.untilShown();
      desk.proposals.show(proposalId);
      desk.tree.focus();
    },

    /** Shows the inspector's tab, with the keyboard there. */
    showTab(desk: Desk | null): void {
      showTab('suggestions');
      if (desk?.mode === 'buffer') desk.proposals.focusRequest.request('list');
    },

    /** The record of the answer behind a proposal; null if there is none, or after a failure, which is reported. */
    async readRecord(proposalId: ProposalId): Promise<NodeRecord | null> {
      return (await notices.attempt(client.call('proposal.record', { proposalId }))) ?? null;
    },

    /** Reads the results of the edits of each agent in the grove; none after a failure, which is reported. */
    async readUsage(): Promise<readonly ProposalUsage[]> {
      return (await notices.attempt(client.call('proposal.usage', {}))) ?? [];
    },
  };
}

export type ProposalsSession = ReturnType<typeof createProposalsSession>;
