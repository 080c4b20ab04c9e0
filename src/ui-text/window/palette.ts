/** Words of the command palette, and those by which it finds commands and settings besides their titles. */
import { NONE_ARRIVED } from '../continuations.ts';

export const PALETTE_HINT = 'Type a command';
export const settingTitle = (label: string) => `Settings: ${label}`;
/** The placeholder where one of several things is chosen. @param what it is done for: `Go to` */
export const chooseHint = (what: string) => `${what}: part of the title`;
export const nothingCalled = (query: string) => `Nothing is called “${query}”.`;
export const nothingFound = (query: string) => `No command matches “${query}”.`;

/** Why commands cannot run now, where the command itself gives no more precise reason. */
export const UNAVAILABLE = {
  noGrove: 'No grove is open.',
  covered: 'Close this page first.',
  readOnly: 'This file can only be read.',
  manuscript: 'Only in a manuscript.',
  conversation: 'Only in a conversation.',
} as const;

const NO_CHOICE = 'There are no two continuations here.';
const NOTHING_PRUNED = 'Nothing is set aside here.';
const ONE_TREE = 'The grove has one tree.';
const EMPTY_ARCHIVE = 'No tree is put away.';
const NO_EDIT = 'No message is being edited.';
const NO_REWRITE = 'No rewrite is shown.';
const NO_REQUEST = 'No agent asks for anything.';
const NO_TRACE = 'Only in a conversation.';
const IS_NOW = 'The time line is closed, or has no earlier state.';
const NO_SUGGESTION = 'There is no suggestion here.';

/** The missing precondition of a command, by its id. */
export const COMMAND_NEEDS: Readonly<Record<string, string>> = {
  'bookmark.name': 'Nothing is written here yet.',
  'continuations.filter': NO_CHOICE,
  'continuations.compare': 'Nothing is written here yet.',
  'continuations.sideBySide': 'There are no continuations here.',
  'continuations.pruneOthers': 'There are no others here.',
  'continuations.showPruned': NOTHING_PRUNED,
  'continuations.restoreAll': NOTHING_PRUNED,
  'generation.stop': 'Nothing is running.',
  'grove.goToTree': ONE_TREE,
  'grove.moveTree': ONE_TREE,
  'grove.archiveTree': ONE_TREE,
  'grove.restoreTree': EMPTY_ARCHIVE,
  'grove.deleteTree': EMPTY_ARCHIVE,
  'grove.openRecent': 'No grove was opened before.',
  'message.fixInPlace': NO_EDIT,
  'message.cancelEdit': NO_EDIT,
  'message.address': 'There is no agent.',
  'message.regenerateWith': 'No model wrote this message.',
  'conversation.inTurn': 'Only with several agents in a conversation.',
  'message.continue': 'The current message is no reply that was cut off.',
  'message.reasoning': 'This message has no reasoning.',
  'places.arrivals': NONE_ARRIVED,
  'path.siblingByNumber': 'Nothing is beside this text.',
  'path.readOn': 'The text is not divided here.',
  'node.split': 'Only in a manuscript or an open edit.',
  'node.branchEdit': 'Only in a manuscript or an open edit.',
  'rewrite.changes': NO_REWRITE,
  'rewrite.keep': NO_REWRITE,
  'answer.putBack': NO_REWRITE,
  'view.conversation': 'No conversation is about this tree.',
  'conversation.widen': 'No conversation is beside the text.',
  'conversation.goToTopic': 'This conversation is about no tree.',
  'conversation.sendTopic': 'No conversation about a text is shown.',
  'conversation.followsMe': 'No agent that acts talks about this tree.',
  'turn.showTrace': NO_TRACE,
  'turn.showMessages': NO_TRACE,
  'exchange.exportTraceMarkdown': NO_TRACE,
  'exchange.exportTraceJson': NO_TRACE,
  'timeline.earlier': IS_NOW,
  'timeline.later': IS_NOW,
  'timeline.earlierSession': IS_NOW,
  'timeline.laterSession': IS_NOW,
  'timeline.first': IS_NOW,
  'timeline.now': IS_NOW,
  'timeline.goToMark': 'No moment is marked, or the time line is closed.',
  'timeline.restorePassage': IS_NOW,
  'timeline.restoreAll': IS_NOW,
  'timeline.replay': IS_NOW,
  'note.add': 'Passage shows the other tree.',
  'conversation.aboutTree': 'Only with a manuscript.',
  'conversation.letRead': 'Only with a manuscript.',
  'grove.welcome': 'This is the welcome page.',
  'grove.introduction': 'Only on the welcome page.',
  'tree.clearFilter': 'Nothing is filtered.',
  'tree.unhoist': 'The whole tree is shown.',
  'tree.fit': 'The outline is shown, not the map.',
  'turn.stop': 'No agent is at work.',
  'turn.allowOnce': NO_REQUEST,
  'turn.allowTurn': NO_REQUEST,
  'turn.deny': NO_REQUEST,
  'turn.undo': 'No turn of an agent can be undone here.',
  'turn.redo': 'No turn of an agent can be redone here.',
  'turn.goOn': 'No turn was ended by a limit.',
  'suggestion.edit': NO_SUGGESTION,
  'suggestion.acceptAll': NO_SUGGESTION,
  'suggestion.rejectAll': NO_SUGGESTION,
};

/** Other words for a command, by its id: what a newcomer would type. */
export const COMMAND_WORDS: Readonly<Record<string, string>> = {
  'generation.start': 'continue write ask model ai complete',
  'generation.stop': 'cancel abort',
  'continuations.compare': 'diff difference alternatives versions',
  'continuations.sideBySide': 'columns read compare continuations',
  'node.prune': 'delete remove hide discard prune',
  'grove.archiveTree': 'archive delete remove hide',
  'grove.restoreTree': 'restore archive undelete',
  'model.connect': 'api key provider service agent ai openai openrouter anthropic claude ollama llama',
  'settings.open': 'preferences options configure',
  'view.toggleFocus': 'distraction free zen',
  'view.toggleColours': 'colors who wrote authors',
  'view.formatMessages': 'rendered raw plain text markdown',
  'message.regenerateWith': 'again another agent model reply instruction retry',
  'message.address': 'mention at to someone who replies',
  'conversation.inTurn': 'round robin one after another sequence',
  'message.continue': 'go on more cut truncated',
  'message.reasoning': 'thinking thoughts fold unfold',
  'find.open': 'search',
  'search.open': 'find everywhere',
  'path.parent': 'parent node back up',
  'path.child': 'child node forward down',
  'path.nextSibling': 'sibling continuation switch',
  'path.previousSibling': 'sibling continuation switch',
  'path.nextChapter': 'heading section part jump',
  'path.previousChapter': 'heading section part jump',
  'path.nextScene': 'break section jump',
  'path.previousScene': 'break section jump',
  'version.next': 'revision older newer',
  'version.previous': 'revision older newer',
  'node.split': 'branch fork divide',
  'draft.commit': 'save',
  'text.larger': 'font zoom in bigger',
  'text.smaller': 'font zoom out',
  'text.asSet': 'font zoom reset',
  'bookmark.toggle': 'chapter mark',
  'palette.goTo': 'chapter jump node',
  'tree.hoist': 'hoist focus subtree',
  'fence.run': 'prompt fence generate here',
  'timeline.trace': 'origin who wrote trace history',
};

/** The palette's names. */
export const COMMAND = 'Command';
export const GO_TO = 'Go to';
export const GO_TO_HINT = 'A chapter, a bookmark, words, or an id';
export const TYPE_TO_SEARCH = 'Type to search.';
export const nothingMatches = (query: string) => `Nothing matches “${query}”.`;

/** The questions that commands ask in the palette, and remarks on an answer as it is typed. */
export const nameTooLong = (length: number) => `A name has at most ${length} characters.`;

export const ALTERNATIVE_QUESTION = {
  label: 'Number of the alternative',
  range: (count: number) => `A number from 1 to ${count}.`,
  current: (range: string, index: number) => `${range} This is ${index}.`,
  same: (index: number) => `This is ${index} already.`,
  go: (number: number, count: number) => `Go to ${number} of ${count}`,
} as const;

export const GROVE_NAME_QUESTION = {
  label: 'Name of the grove',
  hint: 'A name; a file that you chose keeps its own',
  empty: 'A grove needs a name.',
  call: (name: string) => `Call the grove “${name}”`,
} as const;

export const BOOKMARK_QUESTION = {
  label: 'Name of the bookmark',
  hint: 'A name, or nothing',
  call: (name: string) => `Bookmark as “${name}”`,
  nameless: 'Bookmark without a name',
} as const;

export const markAs = (name: string) => `Mark as “${name}”`;
