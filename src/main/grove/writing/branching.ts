import type { SpannedText } from '../../../core/buffer/draft.ts';
import { split } from '../../../core/buffer/split.ts';
import { AspenError } from '../../../core/errors.ts';
import type { AgentId, NodeId } from '../../../core/ids.ts';
import { normaliseSpannedText, normaliseText } from '../../../core/text/normalise.ts';
import { wholeSpans } from '../../../core/text/span.ts';
import type { IdsAndClock } from '../../../core/tree/ids-and-clock.ts';
import { getNode } from '../../../core/tree/new-node.ts';
import {
  branchEdit,
  branchVersion,
  continueFrom,
  isEditedVersion,
  saysTheSame,
} from '../../../core/tree/operations.ts';
import type { NodeContent } from '../../../core/tree/tree-node.ts';
import type { PathReply } from '../../../ipc/wire/path.ts';
import type { Store } from '../../store/connection/store.ts';
import { getNodeContent } from '../../store/tables/nodes.ts';
import type { DraftState } from './draft-state.ts';
import type { IntentParts, IntentWriter } from './intent-writer.ts';

export interface BranchingOptions {
  readonly store: Store;
  readonly writerId: AgentId;
  readonly idsAndClock: IdsAndClock;
  readonly held: DraftState;
  readonly intents: IntentWriter;
}

/** Branches that the writer makes out of a node they have: each leaves what was there as it is, and moves the head. */
export class Branching {
  readonly #options: BranchingOptions;

  constructor(options: BranchingOptions) {
    this.#options = options;
  }

  /**
   * Splits what a segment shows, the working buffer where `nodeId` is null, and moves the head to the split.
   * @param offset in the segment's text with its pending edit, in UTF-16 code units
   */
  split(intent: IntentParts, nodeId: NodeId | null, offset: number): PathReply {
    const { idsAndClock, intents } = this.#options;
    return intents.carryOut(intent, { letBlankGo: false, kind: 'split' }, (after, committed) => {
      const node = committed.find(({ was }) => was === nodeId)?.nodeId ?? nodeId;
      if (node !== null) after.add(split(after.tree, after.path, node, offset, this.#author, idsAndClock));
    });
  }

  /**
   * Splits a model's node at a token and puts another in its place, written by the same agent, as the head
   * (`generation.md`). Such a node came without a response, and verifies as incomplete.
   * @param offset where the token begins in the node's text, in UTF-16 code units
   * @throws {AspenError} INVALID_ARGUMENT where the node is no model's
   */
  chooseToken(intent: IntentParts, nodeId: NodeId, offset: number, token: string): PathReply {
    const { idsAndClock, intents } = this.#options;
    const text = normaliseText(token);
    return intents.carryOut(intent, { letBlankGo: false, kind: 'split' }, (after) => {
      const { authorId, authorType } = getNode(after.tree, nodeId);
      if (authorType !== 'model') throw new AspenError('INVALID_ARGUMENT', `node ${nodeId} is no model’s`);
      after.add(split(after.tree, after.path, nodeId, offset, this.#author, idsAndClock));
      const content = { content: { type: 'text', text }, spans: wholeSpans(authorId, text.length) } as const;
      const author = { id: authorId, type: authorType };
      after.add(continueFrom(after.tree, after.path, after.path.head, content, author, idsAndClock));
    });
  }

  /**
   * Makes a node's pending edit, or the version just committed, a branch beside it. An edit that says what the node says
   * is none: it is dropped, as by any commit.
   * @throws {AspenError} INVALID_ARGUMENT where there is neither an edit nor such a version
   */
  branchEdit(intent: IntentParts, nodeId: NodeId): PathReply {
    const { store, idsAndClock, held, intents } = this.#options;
    intents.accept(intent);
    const pending = held.draft.edits.find((one) => one.nodeId === nodeId);
    const isDropped = pending !== undefined && changesNothing(pending, getNodeContent(store, nodeId));
    const edit = isDropped ? undefined : pending;
    const draft = { ...held.draft, edits: held.draft.edits.filter((one) => one !== edit) };
    const accepted = { pathVersion: intent.pathVersion, ops: [] };
    return intents.carryOut(accepted, { letBlankGo: false, kind: 'branch-edit', draft }, (after) => {
      if (edit === undefined) {
        if (isDropped && !isEditedVersion(after.tree, nodeId)) return;
        after.add(branchVersion(after.tree, after.path, nodeId, this.#author, idsAndClock));
        return;
      }
      const content = { content: { type: 'text', text: edit.text }, spans: edit.spans } as const;
      after.add(branchEdit(after.tree, after.path, nodeId, content, this.#author, idsAndClock));
    });
  }

  get #author() {
    return { id: this.#options.writerId, type: 'human' } as const;
  }
}

function changesNothing(edit: SpannedText, committed: NodeContent): boolean {
  const { text, spans } = normaliseSpannedText(edit);
  return saysTheSame(committed, text, spans);
}
