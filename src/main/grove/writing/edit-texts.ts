/** Edits that the program makes in several texts at once for the writer, and takes back together (`documents.md`, *Links*). */
import type { PendingEdit } from '../../../core/buffer/draft.ts';
import { planCommit } from '../../../core/buffer/plan-commit.ts';
import type { NodeId, RequestId, TreeId } from '../../../core/ids.ts';
import { NO_TEXT, wholeSpans } from '../../../core/text/span.ts';
import { applySplice, type Change } from '../../../core/text/splice.ts';
import { reviseNote } from '../../../core/tree/annotate.ts';
import { getNode, isAnnotation } from '../../../core/tree/new-node.ts';
import { Overlay } from '../../../core/tree/overlay.ts';
import { selectVersion } from '../../../core/tree/path.ts';
import { versionAt } from '../../../core/tree/shown-version.ts';
import { NO_PATH_CHANGE, type PathChange } from '../../../core/tree/tree-change.ts';
import { type NodeContent, textOf } from '../../../core/tree/tree-node.ts';
import type { TreeView } from '../../../core/tree/tree-view.ts';
import type { EditedText } from '../../../ipc/wire/link.ts';
import type { GroveScope } from '../grove-scope.ts';
import type { TreePart } from './tree-transactions.ts';

type Scope = Pick<GroveScope, 'author' | 'idsAndClock' | 'sessions' | 'transactions' | 'treeSession'>;

/** An edit of a version that is shown: of a note, or of a text in buffer mode. */
export interface TextEdit {
  readonly treeId: TreeId;
  readonly nodeId: NodeId;
  /** The writer is the author of what it inserts. */
  readonly change: Change;
}

/** Commits what is typed in trees, so that an edit of theirs is made in it. @throws {AspenError} what the store throws */
export function commitDrafts({ idsAndClock, sessions, treeSession }: Scope, trees: readonly TreeId[]): void {
  for (const { treeId } of sessions.typedDrafts()) {
    if (!trees.includes(treeId)) continue;
    const session = treeSession(treeId);
    // In a conversation, committing would send.
    if (session.intents.mode === 'buffer')
      session.commit({ pathVersion: session.path.version, ops: [] }, idsAndClock.newId() as RequestId);
  }
}

/**
 * Writes edits as new versions, which the writer's paths show, in one transaction. Nothing is typed in these texts
 * (`commitDrafts`). A version that is not shown any more stays as it is.
 * @returns the versions, each with the one that it takes the place of
 * @throws {AspenError} what the store throws
 */
export function editTexts(scope: Scope, edits: readonly TextEdit[]): readonly EditedText[] {
  const { author, idsAndClock } = scope;
  const done = new Map<TreeId, readonly EditedText[]>();
  const parts = treesOf(edits).flatMap((treeId) =>
    inTree(scope, treeId, (after) => {
      const own = edits.filter((edit) => edit.treeId === treeId);
      const made: EditedText[] = [];
      const pending: PendingEdit[] = [];
      for (const { nodeId, change } of own) {
        const { positionId } = getNode(after.tree, nodeId);
        const { content, spans } = after.tree.getContent(nodeId);
        const text = change.reduceRight(
          (edited, splice) =>
            applySplice(edited, { ...splice, spans: wholeSpans(author.id, splice.insert.length) }),
          { text: textOf(content), spans },
        );
        if (isAnnotation(after.tree, positionId)) {
          if (newestAt(after.tree, nodeId) !== nodeId) continue;
          const revised: NodeContent = { content: { type: 'text', text: text.text }, spans: text.spans };
          after.add(reviseNote(after.tree, after.path, nodeId, revised, author, idsAndClock));
          made.push({ treeId, before: nodeId, after: newestAt(after.tree, nodeId) });
        } else if (versionAt(after.tree, after.path, positionId).id === nodeId)
          pending.push({ nodeId, ...text, changes: change });
      }
      const draft = { head: after.path.head, edits: pending, buffer: NO_TEXT };
      const { change } = planCommit(after.tree, after.path, draft, author, idsAndClock, {
        discardBlank: true,
      });
      for (const { position, version } of change.path.selected)
        made.push({ treeId, before: versionAt(after.tree, after.path, position).id, after: version });
      after.add({ ...change, path: NO_PATH_CHANGE });
      done.set(treeId, made);
      return change.path;
    }),
  );
  scope.transactions.runAll(parts);
  return [...done.values()].flat();
}

/**
 * Takes edits back, in one transaction: shows the versions before them again where theirs are still shown.
 * @returns those that stay, because the text was changed since
 * @throws {AspenError} NOT_FOUND; what the store throws
 */
export function takeEditsBack(scope: Scope, edited: readonly EditedText[]): readonly EditedText[] {
  const { author, idsAndClock } = scope;
  commitDrafts(scope, treesOf(edited));
  const kept = new Map<TreeId, readonly EditedText[]>();
  const parts = treesOf(edited).flatMap((treeId) =>
    inTree(scope, treeId, (after) => {
      const own = edited.filter((one) => one.treeId === treeId);
      const moved = new Overlay(after.tree, after.path);
      const changed: EditedText[] = [];
      for (const one of own) {
        const { positionId } = getNode(after.tree, one.after);
        const isNote = isAnnotation(after.tree, positionId);
        const shown = isNote
          ? newestAt(after.tree, one.after)
          : versionAt(after.tree, after.path, positionId).id;
        if (shown !== one.after) changed.push(one);
        else if (isNote) {
          const before = after.tree.getContent(one.before);
          after.add(reviseNote(after.tree, after.path, one.after, before, author, idsAndClock));
        } else moved.addPath(selectVersion(moved.tree, moved.path, one.before));
      }
      kept.set(treeId, changed);
      return moved.change().path;
    }),
  );
  scope.transactions.runAll(parts);
  return [...kept.values()].flat();
}

/** A change to a tree that adds versions and then has the writer's path show others, which their window has to read again. */
function inTree({ author }: Scope, treeId: TreeId, act: (after: Overlay) => PathChange): readonly TreePart[] {
  const write = { tree: treeId, author, kind: 'commit', isOutsideSession: true } as const;
  let path: PathChange = NO_PATH_CHANGE;
  return [
    {
      write,
      act: (after) => {
        path = act(after);
      },
    },
    {
      write,
      // The versions are in the file by now.
      act: (_after, _tx, paths) => {
        if (path.selected.length > 0) paths.move(author.id, path);
      },
    },
  ];
}

function newestAt(tree: TreeView, version: NodeId): NodeId {
  return tree.versionsAt(getNode(tree, version).positionId).at(-1)?.id ?? version;
}

function treesOf(texts: readonly { readonly treeId: TreeId }[]): readonly TreeId[] {
  return [...new Set(texts.map(({ treeId }) => treeId))];
}
