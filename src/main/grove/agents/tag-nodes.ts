/** The tools `tag` and `untag`, and `list tags` (`agents.md`, *Commands*; `documents.md`, *Tags*). */
import type { TagCommand } from '../../../core/commands/command.ts';
import { inOneLine } from '../../../core/commands/quote-text.ts';
import { foldTag, shownTagId } from '../../../core/tags/tag.ts';
import type { Reader } from '../../store/connection/query.ts';
import { countAssignments } from '../../store/tables/marks/tag-assignments.ts';
import { findTagNamed, getTag, listTags } from '../../store/tables/tags.ts';
import { assignTag, unassignTag } from '../writing/tag-commands.ts';
import { CommandRefusal } from './command-refusal.ts';
import type { CommandView } from './command-view.ts';
import { counted, DOT } from './describe-node.ts';

const MAX_LISTED = 200;
const MAX_NAME = 80;

export function tagNode(view: CommandView, { node: ref, name }: TagCommand): string {
  const { localId, positionId } = view.resolve(ref);
  const { actor, idsAndClock } = view.context;
  let shown = name;
  const { tags = [] } = view.write('metadata', (after, tx) => {
    shown = assignTag({ tx, by: actor.id, idsAndClock }, after, positionId, name).name;
  });
  return `✓ ${tags.length > 0 ? 'tagged' : 'already tagged'} [${localId}] “${inOneLine(shown, MAX_NAME)}”`;
}

export function untagNode(view: CommandView, { node: ref, name }: TagCommand): string {
  const { localId, positionId } = view.resolve(ref);
  const named = findTagNamed(view.reader, foldTag(name));
  if (named === undefined)
    throw new CommandRefusal('NOT_FOUND', `there is no tag “${inOneLine(name, MAX_NAME)}”`, '→ list tags');
  const tag = getTag(view.reader, shownTagId(named));
  const { tags = [] } = view.write('metadata', (after, tx) => {
    unassignTag(tx, after, positionId, tag.id);
  });
  const shown = inOneLine(tag.name, MAX_NAME);
  return tags.length > 0
    ? `✓ took the tag “${shown}” off [${localId}]`
    : `✓ [${localId}] has no tag “${shown}”`;
}

/** The tags of the grove that are not put away, one line each, with how much has them. */
export function listAllTags(reader: Reader): string {
  const counts = countAssignments(reader);
  const tags = listTags(reader)
    .filter(({ archivedAt }) => archivedAt === null)
    .sort((one, other) => (one.folded < other.folded ? -1 : 1));
  if (tags.length === 0) return 'the grove has no tags';
  const lines = tags.slice(0, MAX_LISTED).map(({ id, name }) => {
    const count = counted(counts.get(id) ?? 0, 'node');
    return `  ${[`“${inOneLine(name, MAX_NAME)}”`, ...(count === '' ? [] : [count])].join(DOT)}`;
  });
  return tags.length > lines.length
    ? [...lines, `… ${tags.length - lines.length} more`].join('\n')
    : lines.join('\n');
}
