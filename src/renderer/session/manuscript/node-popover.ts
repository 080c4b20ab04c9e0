import type { PositionId } from '../../../core/ids.ts';
import type { VersionSummary } from '../../../ipc/wire/position.ts';
import { NO_NODE_YET } from '../../../ui-text/node/facts.ts';
import { EDITED_SINCE, NO_MODEL_WROTE } from '../../../ui-text/page/tokens.ts';
import type { ManuscriptRequest } from '../../surface.ts';
import type { ManuscriptScope } from '../draft/tree-scope.ts';
import { createStore, type WritableStore } from '../store.ts';

/** The node of a popover, and where to show it. */
export type PopoverRequest = Extract<ManuscriptRequest, { kind: 'about' }>;

/** The popover of a node, and commands that show it and its tokens. */
export function createNodePopover({ client, treeId, notices, counts, surface }: ManuscriptScope) {
  /** The open popover; null for none. */
  const shown: WritableStore<PopoverRequest | null> = createStore<PopoverRequest | null>(null);

  return {
    shown,

    open(request: PopoverRequest): void {
      shown.set(request);
      void counts.load([request.positionId]);
    },

    /** A sibling replaced another: moves the other's popover to the sibling. */
    onSwitch(from: PositionId, to: PositionId): void {
      const popover = shown.get();
      if (popover?.positionId === from) shown.set({ ...popover, positionId: to });
    },

    /** The versions at a position, oldest first. @throws {AspenError} as main answers */
    readVersions(positionId: PositionId): Promise<readonly VersionSummary[]> {
      return client.call('node.versions', { treeId, positionId });
    },

    /** Opens the popover of the caret's node. */
    openAtCaret(): void {
      if (surface.find()?.requestNodeInfo() === false) notices.tell(NO_NODE_YET);
    },

    /** Shows the probability of the token at the caret, and its alternatives. */
    async showTokenAtCaret(): Promise<void> {
      const reason = await surface.find()?.requestTokenInfo();
      if (reason === 'none') notices.tell(NO_MODEL_WROTE);
      if (reason === 'edited') notices.tell(EDITED_SINCE);
    },
  };
}

export type NodePopover = ReturnType<typeof createNodePopover>;
