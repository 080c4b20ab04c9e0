import { sha256 } from '#sha256';
import type { DiffCommand, SnapshotCommand } from '../../../../core/commands/command.ts';
import { lineFeedsAtEnd } from '../../../../core/commands/line-end.ts';
import { quoteText, unquoteAs } from '../../../../core/commands/quote-text.ts';
import { lengthOfTokens } from '../../../../core/context/estimate-tokens.ts';
import { AspenError } from '../../../../core/errors.ts';
import { shortVersion } from '../../../../core/proposals/document-version.ts';
import { buildDiff } from '../../../../core/proposals/patch/build-diff.ts';
import { normaliseText } from '../../../../core/text/normalise.ts';
import { TOO_LONG_TO_EDIT } from '../../../../ui-text/proposals.ts';
import type { SnapshotRequest, TakenSnapshot } from '../../proposals/snapshots-and-answers.ts';
import type { EditTools } from '../command-context.ts';
import { CommandRefusal } from '../command-refusal.ts';
import type { CommandView } from '../command-view.ts';

/** The tools that show the text to edit: `snapshot`, `diff` (`edits.md`, *Snapshot*). They change nothing. */

/** Digits shown of a selection's hash. */
const HASH_LENGTH = 12;

/**
 * The text on the writer's screen, whole: what is cut out of it could not be patched. Without a scope it has the length of
 * any result; with one, what the agent can read.
 */
export function showSnapshot(view: CommandView, { scope, section }: SnapshotCommand): string {
  const { context } = view;
  const room = roomForSnapshot(view);
  const limit = scope === null ? Math.min(room, lengthOfTokens(context.preferences().resultTokens)) : room;
  return describe(take(view, { scope, section, limit }));
}

/**
 * The actor's snapshot that a command is about; without a version and without one, the widest that the actor can read is taken.
 * Null if it has none with this version.
 * @throws {CommandRefusal} as `showSnapshot`
 */
export function snapshotFor(view: CommandView, version: string | null): TakenSnapshot | null {
  const { treeId, actor } = view.context;
  const found = editToolsOf(view).proposals.find(treeId, actor.id, version);
  if (found === null)
    return version === null ? take(view, { scope: null, section: null, limit: roomForSnapshot(view) }) : null;
  for (const text of found.of) view.gate.lets(text);
  return found;
}

function take(view: CommandView, asked: Pick<SnapshotRequest, 'scope' | 'section' | 'limit'>): TakenSnapshot {
  const { treeId, actor } = view.context;
  try {
    const snapshot = editToolsOf(view).proposals.take({ ...asked, treeId, agentId: actor.id, range: null });
    for (const text of snapshot.of) view.gate.lets(text);
    return snapshot;
  } catch (error) {
    if (!(error instanceof AspenError) || error.detail !== TOO_LONG_TO_EDIT) throw error;
    throw new CommandRefusal('LIMIT_EXCEEDED', 'the text is longer than you can be shown', '→ snapshot');
  }
}

function describe(snapshot: TakenSnapshot): string {
  const { version, text, lines, scope, selection } = snapshot;
  const place = lines.first === lines.last ? `line ${lines.first}` : `lines ${lines.first}-${lines.last}`;
  const parts = [`scope: ${scope}`];
  if (selection !== null && selection.from < selection.to) {
    const hash = sha256(text.slice(selection.from, selection.to)).slice(0, HASH_LENGTH);
    parts.push(`selection: ${selection.from}-${selection.to}, selection_hash=${hash}`);
  } else if (selection !== null) parts.push(`caret: ${selection.from}`);
  return [
    `✓ snapshot version=${shortVersion(version)} ${place} of ${lines.of}`,
    `  ${parts.join(' · ')}`,
    quoteText(text),
  ].join('\n');
}

/** A diff of a snapshot and its text as the agent would have it, for `patch`. */
export function showDiff(view: CommandView, { version, updated }: DiffCommand): string {
  const { context } = view;
  const { proposals } = editToolsOf(view);
  const snapshot = proposals.find(context.treeId, context.actor.id, version);
  if (snapshot === null)
    throw new CommandRefusal(
      'NOT_FOUND',
      version === null ? 'you have no snapshot' : `you have no snapshot ${version}`,
      'take a new snapshot',
    );
  for (const one of snapshot.of) view.gate.lets(one);
  const { text } = snapshot;
  const diff = buildDiff(text, withEndOf(text, unquoteAs(text, normaliseText(updated))));
  const shown = shortVersion(snapshot.version);
  if (diff === '') return `✓ diff version=${shown}: nothing differs`;
  return `✓ diff version=${shown}\n${quoteText(diff).replace(/\n$/, '')}`;
}

/** The updated text with the line breaks at its end that a block cannot have. */
function withEndOf(text: string, updated: string): string {
  const count = lineFeedsAtEnd(text);
  const end = updated.length - lineFeedsAtEnd(updated);
  return count === 0 ? updated : updated.slice(0, end) + '\n'.repeat(count);
}

/** The longest snapshot, in tokens: as much as is shown of a node in full. */
const MOST_TOKENS = 50_000;
/** The share of an agent's window that the results of a batch have. */
const SHARE_OF_WINDOW = 1 / 4;
/** The other lines of a result, and backslashes of quoting, in UTF-16 code units. */
const MARGIN = 500;

/** The tools for the text that commands act on. @throws {CommandRefusal} if it is no manuscript, or not to be read */
export function editToolsOf({ context, views }: CommandView): EditTools {
  const { edits = null } = context;
  if (edits === null || views.tree.tree.mode !== 'buffer')
    throw new CommandRefusal(
      'INVALID_SYNTAX',
      'this is no manuscript; edits are proposed for one',
      '→ edit [id]',
    );
  const { edited, typedAfter = null } = context.writerWork(context.treeId);
  if (!edits.sharesDraft && (edited.length > 0 || typedAfter !== null))
    throw new CommandRefusal(
      'CONFLICT',
      'the human is writing there, and has not shown you that text',
      views.tree.tree.kind === 'document'
        ? 'ask the human to commit it'
        : 'ask the human to write to you from the manuscript',
    );
  return edits;
}

/** The longest snapshot that the actor can be given, in UTF-16 code units. */
function roomForSnapshot({ context }: CommandView): number {
  const share = (context.edits?.window ?? Number.POSITIVE_INFINITY) * SHARE_OF_WINDOW;
  return Math.max(0, lengthOfTokens(Math.min(MOST_TOKENS, share)) - MARGIN);
}
