import type { Replaced, UndoRecord } from '../../../../core/commands/inverse.ts';
import { reviseNote } from '../../../../core/tree/annotate.ts';
import { getNode } from '../../../../core/tree/new-node.ts';
import { selectVersion } from '../../../../core/tree/path.ts';
import type { KeptChange, TurnUndoReport } from '../../../../ipc/wire/turn.ts';
import { sqlViews } from '../../../store/tree/sql-tree.ts';
import { hasSameText } from './kept-changes.ts';
import { setLinksRemoved } from './links-back.ts';
import { setMetadataAgain } from './metadata-back.ts';
import { repeatMoves } from './turn-paths.ts';
import { relisting } from './undo-changes.ts';
import type { UndoneTurn } from './undo-turn.ts';

/** Adds to its transaction the changes that take the undo of a turn back, except where someone has changed it since. */
export function redoChanges(
  turn: UndoneTurn,
  { metadata, selected, notes, suggestions, links, place, end }: UndoRecord,
): Omit<TurnUndoReport, 'isUndone' | 'isRefused' | 'hasRest'> {
  const { after, inverse } = turn;
  const all = [
    ...metadata.map((step) => setMetadataAgain(turn, step, end)),
    ...notes.map((note) => repeatNote(turn, note)),
    ...selected.map((one) => selectAgain(turn, one)),
    ...setLinksRemoved(turn, links, null).map(() => null),
    // Each proposal counts as one.
    ...[...new Set(suggestions.map(({ proposalId }) => proposalId))].map(() => null),
  ];
  repeatMoves(turn, place);
  after.add(relisting(inverse));
  const kept = all.filter((stays) => stays !== null);
  return { changed: all.length - kept.length, of: all.length, kept };
}

function repeatNote(
  { after, options }: UndoneTurn,
  { position, version, instead }: Replaced,
): KeptChange | null {
  const newest = after.tree.versionsAt(position).at(-1);
  const { localId } = getNode(after.tree, version);
  // Undoing or redoing another turn writes the same text again.
  if (newest === undefined || !hasSameText(after.tree, newest.id, instead))
    return { localId, why: 'changed', byWriter: newest?.authorId === options.writerId };
  const content = after.tree.getContent(version);
  const author = { id: options.writerId, type: 'human' } as const;
  after.add(reviseNote(after.tree, after.path, newest.id, content, author, options.idsAndClock));
  return null;
}

function selectAgain(
  { after, tx, treeId, paths, options }: UndoneTurn,
  { agent, position, version, instead }: UndoRecord['selected'][number],
): KeptChange | null {
  const { path } = sqlViews(tx, treeId, agent);
  if (path.selectedAt(position) !== instead)
    return {
      localId: getNode(after.tree, version).localId,
      why: 'changed',
      byWriter: agent === options.writerId,
    };
  paths.move(agent, selectVersion(after.tree, path, version));
  return null;
}
