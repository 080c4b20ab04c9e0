/**
 * Why a request was refused, in terms of what the writer can do about it. It follows the sentence of the error's code.
 */

/** @param sentence of the error; the window may show another grove */
export function groveNotOpened(fileName: string, sentence: string): string {
  return `${fileName} could not be opened. ${sentence}`;
}

export function fileOpenElsewhere(fileName: string): string {
  return `${fileName} is open in another window. Choose another name.`;
}

export function fileChanging(fileName: string): string {
  return `${fileName} is being changed by another program. Try again when that is done.`;
}

export function fileOpenInWindow(fileName: string): string {
  return `${fileName} is open in a window. Choose another name.`;
}

export function openOlderFileFirst(fileName: string): string {
  return `${fileName} was made by an older version. Open it on its own once, so that it is updated.`;
}

/** The file is checked as a copy. */
export function noRoomToCheck(fileName: string): string {
  return `To check ${fileName}, the program needs as much room on the disk with its own data.`;
}

export function openStaleJournalFirst(fileName: string): string {
  return `There is an old journal next to ${fileName}. Open the file on its own: you will be offered a copy without the journal.`;
}

export const ALREADY_BUSY = 'Another file operation is still running. Wait for it to finish.';
export const PAGE_SILENT = 'This window did not respond in time. Try again.';
export const MERGE_WITH_ITSELF = 'That is this grove itself.';
export const FILE_FORGOTTEN = 'It was written too long ago. Look for it in its folder.';

export function notOpened(fileName: string): string {
  return `${fileName} could not be opened: it is gone, or no program is set for such files.`;
}

export const RECENT_GROVE_FORGOTTEN = 'That grove is no longer in the list of recent groves.';
export const NO_GROVE_OPEN = 'No grove is open in this window.';
export const PROVIDER_NEEDS_NAME = 'A provider needs a name.';
export const DROP_NEEDS_FILE = 'Only files can be dropped here.';

export function providerExists(id: string): string {
  return `A provider “${id}” already exists.`;
}

export function unknownProvider(id: string): string {
  return `There is no provider “${id}”.`;
}

/** @param reason the system's own words */
export function printFailed(reason: string): string {
  return `The system reported: ${reason}.`;
}

export const NO_PAGE_TO_PRINT = 'There is no page to print.';

export function closeOtherWindowFirst(fileName: string): string {
  return `${fileName} is open in another window. Close that window first.`;
}

export function differentGrove(fileName: string): string {
  return `${fileName} is another grove.`;
}

/** @param missing how many changes the copy lacks */
export function olderCopy(fileName: string, missing: number): string {
  const changes = missing === 1 ? 'change' : `${missing} changes`;
  return `${fileName} is an older copy of this grove, without its last ${changes}.`;
}

export function divergedCopy(fileName: string): string {
  return `${fileName} has diverged from this grove: each has changes that the other lacks.`;
}

export function fileNotInPlace(fileName: string): string {
  return `${fileName} was not moved, because it is not where it was opened.`;
}

export function fileExists(fileName: string): string {
  return `${fileName} already exists. Choose another name.`;
}

export function targetIsSource(fileName: string): string {
  return `${fileName} is the file itself. Choose another name.`;
}

export const NOT_A_COPY = 'That grove has no tree in common with this one, so it is not a copy of it.';

export function differentTree(title: string): string {
  return `“${title}” is a different tree in that file.`;
}

/** @param fault what would be wrong with the file after a merge, for a report of the problem */
export function copyDoesNotFit(fault: string): string {
  return `What the copy has does not fit what this grove has, so nothing was merged. In detail: ${fault}.`;
}

export const DRAFT_TOO_LONG = 'There is too much uncommitted text. Commit some of it first.';
export const TITLE_MISMATCH = 'That is not the title of the tree.';
export const MOVE_WITHIN_GROVE = 'That is the grove that the tree is in.';
export const OTHER_GROVE_CLOSED = 'The other grove was closed. The tree was not moved.';

export function treeExistsThere(title: string): string {
  return `That grove already has “${title}”, perhaps among what is put away there.`;
}

export function topicIsArchived(title: string): string {
  return `Bring back “${title}” first: this conversation is about it.`;
}

export function movesWithTopic(title: string): string {
  return `This conversation is about “${title}”, and moves with it.`;
}

export const LAST_TREE = 'The last tree of a grove cannot be put away.';
export const GROVE_NEEDS_NAME = 'A grove needs a name.';
export const AGENT_NEEDS_NAME = 'An agent needs a name.';

/** An agent to be duplicated stands for an author of recovered texts. */
export function agentHasNoModel(name: string): string {
  return `${name} has no model that could be asked, so it cannot be duplicated.`;
}

/** An agent is to continue its turn. */
export function mayNotAct(name: string): string {
  return `${name} may no longer act in the tree. Change its loom access in the settings first.`;
}

/** A text is to be previewed. */
export const TEXT_IS_PRUNED = 'That text was set aside. Bring it back to see it here.';
export const NOTHING_TO_SPLIT_OFF = 'There are no words before the caret to split off.';
export const NOTE_IS_BLANK = 'The note is blank.';
/** A tree gets another name. */
export const ALIAS_IS_BLANK = 'The name is blank.';
export const MANY_ALIASES = 'This text has a hundred other names, which is the most it can have.';

export const BACKUP_GONE = 'That backup no longer exists.';

/** An agent is asked in a conversation that has no message yet. */
export const NO_MESSAGE_TO_ANSWER = 'There is no message to answer.';

/** A message that is excluded or pruned is asked to be continued. */
export const CANNOT_GO_ON_UNSENT =
  'This message cannot be continued: it is excluded from the context or set aside, so no agent is sent it.';

export const AGENTS_ANSWER_IN_CONVERSATIONS = 'Agents answer in conversations only.';
export const ONLY_REPLIES_ARE_INSTRUCTED = 'Only a reply in a conversation can be given an instruction.';
export const ONLY_OWN_REPLY_CONTINUES = 'An agent can continue only its own reply.';

/**
 * The data that undo a turn differ from what the program recorded: another program, or a damaged disk, changed them.
 */
export const TURN_NOT_AS_WRITTEN =
  'What this agent did is not recorded as it was written, so the program does not undo it. Change back by hand what you do not want.';

/** A mention could not be made a link. */
export const MENTION_CHANGED =
  'The text has changed, or is a message that is not sent yet. Nothing was linked.';
export const NO_LINK_IN_CODE = 'Nothing in code is a link.';
