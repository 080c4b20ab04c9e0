/** Reports of recovery from a damaged grove, or after a crash. */
import { countOf, listOf, plural } from './plural.ts';
import { dateAndTime } from './time.ts';

/** The bookmark on a branch of text that no longer has a place in the tree. It is stored in the file. */
export const RECOVERED_DRAFT = 'Recovered draft';

export function textsRecovered(count: number): string {
  return `${countOf(count, 'text')} ${plural(count, 'was', 'were')} recovered.`;
}

/** @param unverified how many of the recovered texts may differ from what was written */
export function textsVerified(unverified: number): string {
  return unverified === 0
    ? 'All of them were verified.'
    : `${unverified} of them could not be verified and may differ from what was written.`;
}

/** @param lost what could not be recovered, a sentence each */
export function lostList(lost: readonly string[]): string {
  return lost.length === 0 ? '' : ['Lost:', ...lost].join(' ');
}

const ROWS: Readonly<Record<string, string>> = {
  agent: 'agents',
  raw_api_response: 'provider responses',
  loom_tree: 'trees',
  node: 'texts',
  edge: 'places in the trees',
  edge_source: 'places in the trees',
  draft: 'drafts',
  cursor: 'cursors',
  position_choice: 'choices of branches',
  agent_turn: 'turns of agents',
  agent_call: 'requests of agents',
  agent_action: 'commands of agents',
  proposal: 'edits that agents proposed',
  suggestion: 'suggestions',
  anchor: 'notes and bookmarks on phrases',
  link: 'links',
  summary: 'summaries',
  tag: 'tags',
  tag_assignment: 'tags on texts and trees',
  tree_name: 'names of trees',
  layer: 'moments of the time line',
  layer_snapshot: 'moments of the time line',
  execution: 'runs of prompts',
};

/** The rows of a table, in the writer's words. */
export function rowsOf(table: string): string {
  return ROWS[table] ?? table;
}

/** @param rows as `rowsOf` names them */
export function rowsLost(count: number, rows: string): string {
  return `At least ${count} of the ${rows}.`;
}

export function placesLost(count: number): string {
  return count === 1
    ? 'The place of 1 text, which now continues the beginning of its tree.'
    : `The places of ${count} texts, which now continue the beginning of their tree.`;
}

/** Texts that earlier versions made longer than a text may be. */
export function textsDivided(count: number): string {
  return count === 1
    ? 'The one piece of 1 text that was too long: it is in several passages now, one after another.'
    : `The one piece of ${count} texts that were too long: each is in several passages now, one after another.`;
}

export function draftsBranched(count: number): string {
  return count === 1
    ? `The place of 1 draft that was too long: it is in a branch, bookmarked “${RECOVERED_DRAFT}”.`
    : `The places of ${count} drafts that were too long: they are in branches, bookmarked “${RECOVERED_DRAFT}”.`;
}

/** Names, titles and notes. */
export function valuesShortened(count: number): string {
  return `The end of ${countOf(count, 'name or description', 'names or descriptions')} that ${plural(count, 'was', 'were')} too long.`;
}

export const HISTORY_LOST = 'The history of changes, which starts over.';

export function copySaved(fileName: string): string {
  return `${fileName} was saved and has everything.`;
}

export const ORPHANED_TEXT = `Text that no longer has a place in the grove is in a branch, bookmarked “${RECOVERED_DRAFT}”.`;

export const FILE_UNREADABLE_NOW = 'The grove’s own file cannot be read at the moment.';
export const FILE_UNREADABLE = 'The old file could no longer be read.';

/**
 * @param unread one of the two sentences above
 * @param backedUpAt when the backup it was built from was made, in milliseconds since 1970 UTC; null if it
 *   was built from memory
 * @param isWhole whether nothing is missing; else what was written since is in branches
 */
export function groveRebuilt(
  unread: string,
  fileName: string,
  backedUpAt: number | null,
  isWhole: boolean,
): string {
  const source = backedUpAt === null ? 'what was in memory' : `the backup from ${dateAndTime(backedUpAt)}`;
  return isWhole
    ? `${unread} ${fileName} was made from ${source} and has everything.`
    : `${unread} ${fileName} was made from ${source}. What you wrote since is in branches, bookmarked “${RECOVERED_DRAFT}”.`;
}

export const CHANGES_RESTORED = 'The last changes, which had not reached the file, were restored.';

export function sentencesRestored(count: number): string {
  return restored(countOf(count, 'sentence'), count);
}

export function wordsRestored(count: number): string {
  return restored(countOf(count, 'word'), count);
}

function restored(what: string, count: number): string {
  return `${what} that had not reached the file ${plural(count, 'was', 'were')} restored.`;
}

export const RESTORED_TEXT_STAYS = 'The text has changed since, so the restored text was left in it.';
export const RESTORED_TEXT_REMOVED = 'The restored text was removed again.';

/** Continuations that were still arriving when the program ended. */
export function continuationsInterrupted(count: number): string {
  return `${countOf(count, 'continuation')} ${plural(count, 'was', 'were')} cut short when the program ended. What had arrived is kept.`;
}

/** The same for rewrites and bridges, each of which replaces a part of the text. */
export function rewritesInterrupted(count: number): string {
  return `${countOf(count, 'rewrite')} ${plural(count, 'was', 'were')} cut short when the program ended. What had arrived is kept among the versions.`;
}

/** Continuations that were requested, and for which nothing had arrived when the program ended. */
export function continuationsBroughtNothing(count: number): string {
  return `${countOf(count, 'continuation')} had brought no text when the program ended.`;
}

/** Continuations that were still arriving when the page of a window crashed. */
export function continuationsGoOn(count: number): string {
  return `This window crashed and was loaded again. ${countOf(count, 'continuation')} ${plural(count, 'is', 'are')} still being written.`;
}

/** The same for rewrites and bridges. */
export function rewritesGoOn(count: number): string {
  return `This window crashed and was loaded again. ${countOf(count, 'rewrite')} ${plural(count, 'is', 'are')} still being written and will be among the versions.`;
}

/** The places of such continuations. @param count of all of them @param places `placeAfter` and `placeAtBeginning` */
export function continuationsBelong(count: number, places: readonly string[]): string {
  return places.length === 0 ? '' : `${plural(count, 'It belongs', 'They belong')} ${listOf(places)}.`;
}

/** @param words the last words before the place @param tree the title of its tree; null if there is only one */
export function placeAfter(words: string, tree: string | null): string {
  return `after “${words.replace(/[.,;:]$/u, '')}”${inTree(tree)}`;
}

export function placeAtBeginning(tree: string | null): string {
  return `at the beginning${inTree(tree)}`;
}

function inTree(title: string | null): string {
  return title === null ? '' : ` in “${title}”`;
}

/** Turns of agents that ran when the program ended. */
export function turnsInterrupted(count: number): string {
  return count === 1
    ? 'An agent was at work when the program ended. It was stopped; its trace shows what it had done.'
    : `${count} agents were at work when the program ended. They were stopped; their traces show what they had done.`;
}
