/** Snapshots and edits of a document, from wherever a command is given (`agents.md`, *Commands*). */
import type { Command } from '../../../../core/commands/command.ts';
import { editedDocumentOf } from '../../../../core/commands/command.ts';
import { versionAt } from '../../../../core/tree/shown-version.ts';
import { sqlViews } from '../../../store/tree/sql-tree.ts';
import { type CommandView, mayReadDocuments } from '../command-view.ts';
import type { KnownDocument, OpenDocuments } from './open-documents.ts';

/** A command about a text, with the tree that has it. */
interface CommandOnText<C extends Command> {
  readonly view: CommandView;
  /** A section in the document's address is the one that a snapshot without another is of. */
  readonly command: C;
  /** Null for the tree that commands act on. */
  readonly document: KnownDocument | null;
}

/**
 * The view on which a command about a text acts: its own tree or the document that it names. There the writer's path
 * counts, and no agent has been shown the writer's uncommitted text.
 * @throws {CommandRefusal} as `OpenDocuments.find`
 */
export function onText<C extends Command>(
  view: CommandView,
  documents: OpenDocuments,
  command: C,
): CommandOnText<C> {
  const address = editedDocumentOf(command);
  if (address === null) return { view, command, document: null };
  const { document, section } = documents.find(address, mayReadDocuments(view));
  const named =
    command.verb === 'snapshot' && command.section === null && section !== null
      ? { ...command, scope: 'chapter' as const, section }
      : command;
  const { store, writerId, actor, edits = null } = view.context;
  const { tree, path } = sqlViews(store, document.id, writerId);
  const isWriter = actor.type === 'human';
  const context = {
    ...view.context,
    treeId: document.id,
    edits: edits && { ...edits, sharesDraft: edits.sharesDraft && isWriter },
  };
  const place = { nodeId: versionAt(tree, path, path.head).id };
  return { view: view.elsewhere(context, place), command: named, document };
}
