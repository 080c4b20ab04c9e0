import type { NoteOnTextCommand } from '../../../../core/commands/command.ts';
import { unquoteAs } from '../../../../core/commands/quote-text.ts';
import type { TextRange } from '../../../../core/text/span.ts';
import { versionAt } from '../../../../core/tree/shown-version.ts';
import type { TakenSnapshot } from '../../proposals/snapshots-and-answers.ts';
import { CommandRefusal } from '../command-refusal.ts';
import type { CommandView } from '../command-view.ts';
import { addNoteTo } from '../write-text.ts';
import { editToolsOf } from './edit-tools.ts';
import { rangeOfNote } from './read-edit.ts';
import { snapshotFor } from './show-snapshot.ts';

/** The words of a snapshot that a note is about. @throws {CommandRefusal} as `noteOnText` */
export function wordsOfNote(
  view: CommandView,
  command: NoteOnTextCommand,
): { readonly snapshot: TakenSnapshot; readonly range: TextRange } {
  const snapshot = snapshotFor(view, command.directive.version);
  if (snapshot === null)
    throw new CommandRefusal('NOT_FOUND', 'you have no such snapshot', 'take a new snapshot');
  const range = rangeOfNote(command, snapshot);
  if (range === null || range.from === range.to)
    throw new CommandRefusal('INVALID_SYNTAX', 'nothing is selected', '→ annotate quote:"words" "text"');
  if (range.to > snapshot.text.length)
    throw new CommandRefusal(
      'INVALID_SYNTAX',
      `the snapshot has ${snapshot.text.length} code units`,
      '→ snapshot',
    );
  return { snapshot, range };
}

/**
 * Writes a note about words of a snapshot, which it quotes first, on these words of the node where they are now (`edits.md`,
 * *Directive*).
 * @throws {CommandRefusal} NOT_FOUND without the snapshot that it names; CONFLICT if the words are not there once
 */
export function noteOnText(view: CommandView, command: NoteOnTextCommand): string {
  const { snapshot, range } = wordsOfNote(view, command);
  const { context } = view;
  const { directive } = command;
  const { proposals } = editToolsOf(view);
  const { treeId, actor } = context;
  const { tree, path } = view.views;
  const place = proposals.nodeAt(treeId, actor.id, snapshot.version, range);
  const nodeId = place?.nodeId ?? versionAt(tree, path, context.writerWork(context.treeId).head).id;
  // The rest is words of another text, which models may not be sent when they still are sent this note.
  const to = Math.min(range.to, range.from + (place?.length ?? Infinity));
  const words = snapshot.text.slice(range.from, to);
  const head = (to < range.to ? `${words.trimEnd()}…` : words)
    .split('\n')
    .map((line) => `> ${line}\n`)
    .join('');
  const text = unquoteAs(snapshot.text, directive.content);
  const isAsWritten = command.verb === 'annotate' && text === directive.content;
  return addNoteTo(view, nodeId, words, `${head}\n${text}`, isAsWritten ? head.length + 1 : null);
}
