import type { ContextNode } from '../../../core/context/story.ts';
import { AspenError } from '../../../core/errors.ts';
import type { MomentPart } from '../../../core/history/moments/trace-range.ts';
import type { NodeId, PositionId } from '../../../core/ids.ts';
import { cutText } from '../../../core/text/limits.ts';
import type { SpannedText } from '../../../core/text/span.ts';
import { versionAt } from '../../../core/tree/shown-version.ts';
import { textOf } from '../../../core/tree/tree-node.ts';
import type { CursorState } from '../../../ipc/wire/path.ts';
import { getNodeContent } from '../../store/tables/nodes.ts';
import { findHiddenSplits } from '../../store/tree/hidden-splits.ts';
import { loadPath } from '../../store/tree/path-loading.ts';
import { sqlTree, sqlViews } from '../../store/tree/sql-tree.ts';
import type { ShownPart } from '../places/path-places.ts';
import { nodesToSend } from '../reading/path-context.ts';
import type { SessionScope } from './intent-writer.ts';

/** The text that the window shows: the path's nodes with their pending edits, then the working buffer. */
export class ShownText {
  readonly #scope: SessionScope;
  /** The committed texts of the path, as long as it has this version: reading ten thousand takes a while. */
  #committed: { readonly pathVersion: number; readonly texts: readonly SpannedText[] } | null = null;

  constructor(scope: SessionScope) {
    this.#scope = scope;
  }

  /** Its beginning: at most `length` UTF-16 code units. */
  beginning(length: number): string {
    const { store, path, draftState } = this.#scope;
    const edits = new Map(draftState.draft.edits.map(({ nodeId, text }) => [nodeId, text]));
    let text = '';
    for (const { nodeId } of path.ids) {
      if (text.length >= length) return cutText(text, length);
      text += edits.get(nodeId) ?? textOf(getNodeContent(store, nodeId).content);
    }
    return cutText(text + draftState.draft.buffer.text, length);
  }

  /**
   * The text for a title: the beginning of the text or, in a dialogue, of its messages, one after another on lines of
   * their own, without open edits and the composer. UTF-16 code units.
   */
  titleText(length: number): string {
    const { store, mode, path } = this.#scope;
    if (mode === 'buffer') return this.beginning(length);
    const messages: string[] = [];
    let total = 0;
    for (const { nodeId } of path.ids) {
      if (total >= length) break;
      const text = textOf(getNodeContent(store, nodeId).content);
      messages.push(text);
      total += text.length + 1;
    }
    return cutText(messages.join('\n'), length);
  }

  /** The offset of a node's text, or of the working buffer for null; undefined if the path does not show the node. */
  startOf(nodeId: NodeId | null): number | undefined {
    const parts = this.parts();
    const index = nodeId === null ? parts.length - 1 : this.#scope.path.indexOf(nodeId);
    return index === undefined
      ? undefined
      : parts.slice(0, index).reduce((length, { text }) => length + text.length, 0);
  }

  /** The stored cursor, or the end of the last typing if the page ended before reporting the cursor after it. */
  findCursor(): CursorState | null {
    const { cursor, typedAt } = this.#scope.draftState;
    const start = typedAt === null ? undefined : this.startOf(typedAt.nodeId);
    if (typedAt === null || start === undefined) return cursor;
    const caret = start + typedAt.offset;
    return { anchor: caret, head: caret, scroll: cursor?.scroll ?? 0 };
  }

  /** The whole text with its authors, one part per node and the working buffer last. */
  parts(): readonly SpannedText[] {
    const { path, draftState } = this.#scope;
    const { edits, buffer } = draftState.draft;
    const nodes = [...this.#committedTexts()];
    for (const edit of edits) {
      const index = path.indexOf(edit.nodeId);
      if (index !== undefined) nodes[index] = edit;
    }
    return [...nodes, buffer];
  }

  #committedTexts(): readonly SpannedText[] {
    const { path } = this.#scope;
    if (this.#committed?.pathVersion === path.version) return this.#committed.texts;
    const texts = path.steps().map(({ node }) => ({ text: textOf(node.content), spans: node.spans }));
    this.#committed = { pathVersion: path.version, texts };
    return texts;
  }

  /** The nodes of the path and the working buffer (null), with their texts, in order. */
  shownParts(): readonly ShownPart[] {
    const ids: readonly (NodeId | null)[] = [...this.#scope.path.ids.map(({ nodeId }) => nodeId), null];
    return this.parts().map(({ text }, index) => ({ nodeId: ids[index] ?? null, text }));
  }

  /** The same with their positions and authors, as the time line has them. */
  momentParts(): readonly MomentPart[] {
    const { ids } = this.#scope.path;
    return this.parts().map((whole, index) => {
      const { nodeId = null, positionId = null } = ids[index] ?? {};
      return { nodeId, positionId, whole };
    });
  }

  /** The position of one of `shownParts`; of the working buffer, the head's. */
  positionAt(index: number): PositionId {
    const { path } = this.#scope;
    return path.ids[index]?.positionId ?? path.head;
  }

  /**
   * The version that is continued at a position on the path, or at a split beside it, where the path reads on.
   * @throws {AspenError} NOT_FOUND for any other position
   */
  versionToContinue(position: PositionId): NodeId {
    const { store, treeId, author, path } = this.#scope;
    if (!this.#isBesidePath(position)) return path.versionAt(position);
    const views = sqlViews(store, treeId, author.id);
    return versionAt(views.tree, views.path, position).id;
  }

  #isBesidePath(position: PositionId): boolean {
    const { store, treeId, path } = this.#scope;
    if (path.has(position) || findHiddenSplits(store, treeId, [position]).size === 0) return false;
    const parent = sqlTree(store, treeId).parentOf(position);
    return parent !== null && path.has(parent);
  }

  /**
   * The nodes up to a position (null: the head) as a request would send them, with uncommitted text; the
   * working buffer last, if the head is continued. In a conversation, a request sends no open edits, and the composer
   * only without a position and not blank, because only then it is sent first (`dialogue.md`, *The tree*).
   * @param offset cuts the last node there, or for null the working buffer, as a split would; UTF-16 code units
   * @throws {AspenError} NOT_FOUND if `at` cannot be continued (`versionToContinue`)
   */
  contextNodes(at: PositionId | null, offset?: number): readonly ContextNode[] {
    const { store, treeId, author, mode, path, draftState } = this.#scope;
    const parentId = at ?? path.head;
    const steps = loadPath(store, treeId, author.id, this.#isBesidePath(parentId) ? parentId : undefined);
    const index = steps.findIndex(({ node }) => node.positionId === parentId);
    if (index < 0) throw new AspenError('NOT_FOUND', `position ${parentId} is not on the path`);
    const isDialogue = mode === 'dialogue';
    const { edits, buffer } = draftState.draft;
    const edited = new Map(isDialogue ? [] : edits.map((edit) => [edit.nodeId, edit.text]));
    const above = steps.slice(1, index + 1).map(({ node }) => node);
    const nodes = nodesToSend(store, treeId, above, isDialogue, edited);
    const last = nodes.at(-1);
    if (offset !== undefined && at !== null && last !== undefined) {
      return [...nodes.slice(0, -1), { ...last, text: last.text.slice(0, offset) }];
    }
    const text = at === null ? buffer.text.slice(0, offset) : buffer.text;
    const isBlank = (isDialogue ? text.trim() : text) === '';
    if ((isDialogue ? at !== null : parentId !== path.head) || isBlank) return nodes;
    const typed = { nodeId: null, text, speakerId: author.id, excluded: false, pruned: false };
    return [...nodes, typed];
  }
}
