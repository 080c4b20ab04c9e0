import { split } from '../../../core/buffer/split.ts';
import { AspenError } from '../../../core/errors.ts';
import type { NodeId } from '../../../core/ids.ts';
import { normaliseSpannedText, normaliseText } from '../../../core/text/normalise.ts';
import { type SpannedText, sliceSpans, wholeSpans } from '../../../core/text/span.ts';
import { snapToPairStart } from '../../../core/text/surrogate-pair.ts';
import { getNode } from '../../../core/tree/new-node.ts';
import {
  branchEdit,
  branchVersion,
  continueFrom,
  fixInPlace,
  hasSameContent,
  isEditedVersion,
} from '../../../core/tree/operations.ts';
import { type NodeContent, textOf } from '../../../core/tree/tree-node.ts';
import type { PathReply } from '../../../ipc/wire/path.ts';
import { NOTHING_TO_SPLIT_OFF } from '../../../ui-text/refusals.ts';
import { getNodeContent } from '../../store/tables/nodes.ts';
import type { IntentParts, IntentWriter, SessionScope } from './intent-writer.ts';

/** Branches made from an existing node: each leaves the node unchanged and moves the head. */
export class Branching {
  readonly #scope: SessionScope;
  readonly #intents: IntentWriter;

  constructor(scope: SessionScope, intents: IntentWriter) {
    this.#scope = scope;
    this.#intents = intents;
  }

  /**
   * Splits the text that a segment shows, or the working buffer if `nodeId` is null, and moves the head to
   * the split. In a dialogue, writes the text before `offset` as a branch of the message, whose open edit stays.
   * @param offset in the segment's text including its pending edit, in UTF-16 code units
   * @throws {AspenError} INVALID_ARGUMENT in a dialogue for the composer, or if only white space is before `offset`
   */
  split(intent: IntentParts, nodeId: NodeId | null, offset: number): PathReply {
    const { author, idsAndClock } = this.#scope;
    if (this.#intents.mode === 'dialogue') return this.#splitMessage(intent, nodeId, offset);
    return this.#intents.carryOut(intent, { commits: 'move', kind: 'split' }, (after, committed) => {
      const node = committed.find(({ was }) => was === nodeId)?.nodeId ?? nodeId;
      if (node !== null) after.add(split(after.tree, after.path, node, offset, author, idsAndClock));
    });
  }

  #splitMessage(intent: IntentParts, nodeId: NodeId | null, offset: number): PathReply {
    const { store, author, idsAndClock, draftState } = this.#scope;
    this.#intents.accept(intent);
    if (nodeId === null) throw new AspenError('INVALID_ARGUMENT', 'the composer has no message to split');
    const edit = draftState.draft.edits.find((one) => one.nodeId === nodeId);
    const committed = getNodeContent(store, nodeId);
    const whole = edit?.text ?? textOf(committed.content);
    const text = whole.slice(0, snapToPairStart(whole, offset));
    if (text.trim() === '') throw new AspenError('INVALID_ARGUMENT', NOTHING_TO_SPLIT_OFF);
    const spans = sliceSpans(edit?.spans ?? committed.spans, 0, text.length);
    const accepted = { pathVersion: intent.pathVersion, ops: [] };
    return this.#intents.carryOut(accepted, { commits: 'move', kind: 'split' }, (after) => {
      const content = { content: { type: 'text', text }, spans } as const;
      after.add(branchEdit(after.tree, after.path, nodeId, content, author, idsAndClock));
    });
  }

  /**
   * Splits a model's node before a token and continues it with another token by the same agent, which becomes
   * the head (`generation.md`). That node has no response, and verifies as incomplete.
   * @param offset of the token in the node's text, in UTF-16 code units
   * @throws {AspenError} INVALID_ARGUMENT if no model wrote the node
   */
  chooseToken(intent: IntentParts, nodeId: NodeId, offset: number, token: string): PathReply {
    const { author, idsAndClock } = this.#scope;
    const text = normaliseText(token);
    return this.#intents.carryOut(intent, { commits: 'move', kind: 'split' }, (after) => {
      const { authorId, authorType } = getNode(after.tree, nodeId);
      if (authorType !== 'model')
        throw new AspenError('INVALID_ARGUMENT', `node ${nodeId} was not written by a model`);
      after.add(split(after.tree, after.path, nodeId, offset, author, idsAndClock));
      const content = { content: { type: 'text', text }, spans: wholeSpans(authorId, text.length) } as const;
      const model = { id: authorId, type: authorType };
      after.add(continueFrom(after.tree, after.path, after.path.head, content, model, idsAndClock));
    });
  }

  /**
   * Commits the open edit of a message of a dialogue (`dialogue.md`, *The tree*): as a branch beside the message, which
   * becomes the head, or as a version of it. The composer and other edits stay in the draft. An edit that changes nothing
   * is dropped.
   * @throws {AspenError} INVALID_ARGUMENT if the message has no edit, if the edit leaves only white space, or in a
   *   manuscript
   */
  saveEdit(intent: IntentParts, nodeId: NodeId, how: 'branch' | 'inPlace'): PathReply {
    const { store, author, idsAndClock, draftState } = this.#scope;
    this.#intents.accept(intent);
    if (this.#intents.mode !== 'dialogue')
      throw new AspenError('INVALID_ARGUMENT', 'the edits of a manuscript are committed by its triggers');
    const edit = draftState.draft.edits.find((one) => one.nodeId === nodeId);
    if (edit === undefined) throw new AspenError('INVALID_ARGUMENT', `message ${nodeId} has no open edit`);
    if (edit.text.trim() === '')
      throw new AspenError('INVALID_ARGUMENT', `the edit of message ${nodeId} leaves nothing`);
    const accepted = { pathVersion: intent.pathVersion, ops: [] };
    const kind = how === 'branch' ? 'branch-edit' : 'commit';
    return this.#intents.carryOut(accepted, { commits: 'edit', kind, takes: edit }, (after) => {
      if (changesNothing(edit, getNodeContent(store, nodeId))) return;
      const content = { content: { type: 'text', text: edit.text }, spans: edit.spans } as const;
      const write = how === 'branch' ? branchEdit : fixInPlace;
      after.add(write(after.tree, after.path, nodeId, content, author, idsAndClock));
    });
  }

  /**
   * Turns a node's pending edit, or the version just committed, into a branch beside the node. An edit equal
   * to the node's committed text is dropped, as by any commit. In a dialogue an edit is saved as by `saveEdit`.
   * @throws {AspenError} INVALID_ARGUMENT if there is neither an edit nor such a version
   */
  branchEdit(intent: IntentParts, nodeId: NodeId): PathReply {
    const { store, author, idsAndClock, draftState } = this.#scope;
    this.#intents.accept(intent);
    const pending = draftState.draft.edits.find((one) => one.nodeId === nodeId);
    const accepted = { pathVersion: intent.pathVersion, ops: [] };
    if (this.#intents.mode === 'dialogue' && pending !== undefined)
      return this.saveEdit(accepted, nodeId, 'branch');
    const isDropped = pending !== undefined && changesNothing(pending, getNodeContent(store, nodeId));
    const edit = isDropped ? undefined : pending;
    return this.#intents.carryOut(
      accepted,
      { commits: 'edit', kind: 'branch-edit', takes: edit },
      (after) => {
        if (edit === undefined) {
          if (isDropped && !isEditedVersion(after.tree, nodeId)) return;
          after.add(branchVersion(after.tree, after.path, nodeId, author, idsAndClock));
          return;
        }
        const content = { content: { type: 'text', text: edit.text }, spans: edit.spans } as const;
        after.add(branchEdit(after.tree, after.path, nodeId, content, author, idsAndClock));
      },
    );
  }
}

function changesNothing(edit: SpannedText, committed: NodeContent): boolean {
  const { text, spans } = normaliseSpannedText(edit);
  return hasSameContent(committed, text, spans);
}
