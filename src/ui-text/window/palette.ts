/** Words of the command palette, and those by which it finds commands and settings besides their titles. */
import { ONLY_STORY } from '../book.ts';
import { NONE_ARRIVED } from '../continuations.ts';
import { NO_LINK_HERE } from '../links.ts';

export const PALETTE_HINT = 'Type a command';
export const settingTitle = (label: string) => `Settings: ${label}`;
/** The placeholder where one of several things is chosen. @param what it is done for: `Go to` */
export const chooseHint = (what: string) => `${what}: part of the title`;
export const firstChoices = (count: number) => `The first ${count}. Type to find the others.`;
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
const NO_TAG_FILTER = 'Nothing is filtered by a tag.';
const NO_EDIT = 'No message is being edited.';
const NO_REWRITE = 'No rewrite is shown.';
const NO_REQUEST = 'No agent asks for anything.';
const NO_TRACE = 'Only in a conversation.';
const IS_NOW = 'The time line is closed, or has no earlier state.';
const NO_SUGGESTION = 'There is no suggestion here.';
const NO_SUGGESTIONS = 'There are no suggestions in this text.';

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
  'document.widen': 'No document is beside the text.',
  'document.checkbox': 'Only in a document.',
  'link.follow': NO_LINK_HERE,
  'link.passage': 'Only in a manuscript.',
  'lore.use': 'Only in a document.',
  'lore.stop': 'Only in a document that is lore.',
  'lore.make': 'Select some words first.',
  'document.saveTemplate': 'Only in a document.',
  'document.removeTemplate': 'You have no template of your own.',
  'document.restoreTemplate': 'No template was removed.',
  'exchange.book': ONLY_STORY,
  'grove.goToTree': ONE_TREE,
  'grove.moveTree': ONE_TREE,
  'grove.archiveTree': ONE_TREE,
  'grove.restoreTree': EMPTY_ARCHIVE,
  'grove.deleteTree': EMPTY_ARCHIVE,
  'grove.openRecent': 'No grove was opened before.',
  'tag.remove': 'Nothing is written here yet.',
  'tag.below': NO_TAG_FILTER,
  'tag.showAll': NO_TAG_FILTER,
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
  'suggestion.next': NO_SUGGESTIONS,
  'suggestion.previous': NO_SUGGESTIONS,
  'suggestion.accept': NO_SUGGESTION,
  'suggestion.reject': NO_SUGGESTION,
  'suggestion.edit': NO_SUGGESTION,
  'suggestion.acceptAll': NO_SUGGESTION,
  'suggestion.rejectAll': NO_SUGGESTION,
};

/** Other names of a command, by its id: what a newcomer would type. One of them finds it before the other titles that have it. */
export const COMMAND_WORDS: Readonly<Record<string, string>> = {
  'generation.start': 'continue write ask model ai complete more',
  'generation.stop': 'cancel abort',
  'generation.siblings': 'again another retry regenerate options',
  'continuations.compare': 'diff difference differences',
  'continuations.sideBySide': 'columns choose pick',
  'node.prune': 'delete remove hide discard prune trash',
  'continuations.restoreAll': 'restore unhide',
  'grove.archiveTree': 'archive delete remove hide',
  'grove.restoreTree': 'restore archive undelete',
  'grove.renameTree': 'title rename name',
  'link.passage': 'link connect reference',
  'lore.use': 'lore worldinfo lorebook',
  'lore.stop': 'lore',
  'lore.make': 'lore lorebook entry',
  'lore.try': 'lore worldinfo lorebook',
  'link.showHere': 'backlinks references',
  'link.writeNames': 'rename links name',
  'grove.describeTree': 'description synopsis blurb',
  'grove.treeLanguage': 'language english british dutch',
  'progress.days': 'progress calendar statistics stats streak daily count written',
  'progress.targets': 'target goal deadline',
  'grove.newTree': 'story new',
  'grove.newDocument': 'character notes worldbuilding outline',
  'grove.newConversation': 'conversation chat',
  'document.removeTemplate': 'delete',
  'document.restoreTemplate': 'restore',
  'document.checkbox': 'checkbox task todo tick',
  'grove.create': 'book project',
  'grove.choose': 'open load file',
  'grove.openRecent': 'recent last',
  'grove.openSample': 'example tutorial',
  'grove.welcome': 'home start',
  'grove.rename': 'file',
  'copies.openBackup': 'backup recover restore',
  'copies.saveAs': 'save',
  'copies.duplicate': 'copy',
  'copies.share': 'send',
  'copies.merge': 'sync combine',
  'draft.commit': 'save',
  'exchange.importTexts': 'import',
  'view.readThrough': 'read reading preview page proof',
  'exchange.book': 'book author isbn dedication typography title page',
  'exchange.export': 'export publish output',
  'exchange.exportMarkdown': 'export markdown',
  'exchange.exportPlainText': 'txt',
  'exchange.exportHtml': 'html website',
  'exchange.exportEpub': 'epub ebook kindle',
  'exchange.exportDocx': 'submission editor',
  'exchange.exportPdf': 'pdf',
  'exchange.exportBranches': 'all paths versions folder',
  'exchange.exportDocuments': 'obsidian vault notes folder',
  'exchange.report': 'report authorship percent proof ai disclosure',
  'exchange.exportTree': 'json',
  'exchange.print': 'paper',
  'model.connect':
    'api key provider service ai openai openrouter anthropic claude ollama llama gpt chatgpt model',
  'settings.open': 'preferences options configure',
  'view.toggleFocus': 'distraction zen',
  'view.toggleColours': 'colors colours author authors',
  'view.formatMessages': 'rendered raw markdown',
  'view.toggleGrove': 'sidebar left files',
  'view.toggleInspector': 'sidebar right panel',
  'view.closeWindow': 'close quit exit',
  'view.fullScreen': 'fullscreen',
  'message.regenerateWith': 'again another agent model reply instruction retry',
  'message.address': 'mention at someone',
  'conversation.inTurn': 'round robin sequence',
  'message.continue': 'more cut truncated',
  'message.reasoning': 'thinking thoughts',
  'conversation.letRead': 'feedback critique review',
  'proposal.ask': 'edit proofread correct improve grammar suggest',
  'rewrite.selection': 'rewrite rephrase paraphrase',
  'rewrite.shorten': 'shorter trim',
  'rewrite.expand': 'longer lengthen',
  'rewrite.bridge': 'join connect',
  'find.open': 'search',
  'find.replace': 'replace',
  'search.open': 'find search everywhere',
  'palette.goTo': 'go jump',
  'path.parent': 'parent node up',
  'path.child': 'child node down',
  'path.nextSibling': 'alternative sibling switch',
  'path.nextChapter': 'chapter heading section part',
  'path.nextScene': 'scene break',
  'scene.list': 'scene cards corkboard index synopsis rearrange reorder',
  'version.previous': 'version revision older',
  'version.next': 'revision newer',
  'node.split': 'fork divide',
  'node.splitAndBranch': 'branch',
  'node.about': 'info author',
  'node.token': 'probability tokens',
  'note.add': 'note comment annotate',
  'node.exclude': 'exclude ignore hide',
  'text.larger': 'font zoom bigger',
  'text.smaller': 'font zoom',
  'text.asSet': 'zoom reset',
  'bookmark.toggle': 'bookmark mark',
  'edit.undo': 'revert',
  'view.context': 'context memory sent tokens',
  'view.node': 'passage',
  'view.map': 'map graph',
  'view.tree': 'outline tree structure',
  'tree.hoist': 'hoist subtree',
  'fence.run': 'prompt fence',
  'timeline.open': 'history',
  'timeline.trace': 'origin trace',
  'help.shortcuts': 'keyboard keys shortcuts hotkeys',
  'help.loom': 'help manual guide',
  'help.words': 'glossary',
  'help.update': 'update upgrade',
};

/** Other names of a setting, by its section and its preference; `appearance` alone is the section. */
export const SETTING_NAMES: Readonly<Record<string, string>> = {
  'writing sessionTarget': 'word words count goal target',
  'writing spellCheck': 'spelling spell',
  'writing smartPunctuation': 'quotes dashes',
  'writing markdown': 'bold italic emphasis',
  'appearance theme': 'theme night mode contrast',
  'text font': 'font typeface',
  'text textSize': 'size',
  'text measure': 'width margin column',
  'text leading': 'spacing',
  'agents summaryModel': 'summary summaries summarise',
  agents: 'agent temperature',
  usage: 'cost price money tokens',
  privacy: 'telemetry',
  'privacy stampService': 'timestamp rfc 3161 tsa',
  providers: 'provider',
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
