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
export class NodePopover {
  /** The open popover; null for none. */
  readonly shown: WritableStore<PopoverRequest | null> = createStore<PopoverRequest | null>(null);
  readonly #scope: ManuscriptScope;

  constructor(scope: ManuscriptScope) {
    this.#scope = scope;
  }

  open(request: PopoverRequest): void {
    this.shown.set(request);
    void this.#scope.counts.load([request.positionId]);
  }

  /** A sibling replaced another: moves the other's popover to the sibling. */
  onSwitch(from: PositionId, to: PositionId): void {
    const shown = this.shown.get();
    if (shown?.positionId === from) this.shown.set({ ...shown, positionId: to });
  }

  /** The versions at a position, oldest first. @throws {AspenError} as main answers */
  readVersions(positionId: PositionId): Promise<readonly VersionSummary[]> {
    const { client, treeId } = this.#scope;
    return client.call('node.versions', { treeId, positionId });
  }

  /** Opens the popover of the caret's node. */
  openAtCaret(): void {
    const { notices } = this.#scope;
    if (this.#scope.surface.find()?.requestNodeInfo() === false) notices.tell(NO_NODE_YET);
  }

  /** Shows the probability of the token at the caret, and its alternatives. */
  async showTokenAtCaret(): Promise<void> {
    const { notices } = this.#scope;
    const reason = await this.#scope.surface.find()?.requestTokenInfo();
    if (reason === 'none') notices.tell(NO_MODEL_WROTE);
    if (reason === 'edited') notices.tell(EDITED_SINCE);
  }
}
