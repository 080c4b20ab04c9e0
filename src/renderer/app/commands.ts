/**
 * Every command of the program: the system's menu, the keymap and the buttons read this list (`interface.md`, *Keys*).
 * The menu names commands by their ids.
 */
import type { AppSession } from '../session/app-session.ts';
import type { OpenTree } from '../session/open-tree.ts';
import { bookmarkQuestion, siblingQuestion } from '../session/palette-questions.ts';
import { defaultPreferences } from '../session/preferences-session.ts';
import { focusNextPane } from './next-pane.ts';

/** What a command may ask and do. */
export interface CommandContext {
  readonly session: AppSession;
  /** Null while the window shows the welcome page or the settings. */
  readonly tree: OpenTree | null;
  readonly readOnly: boolean;
}

/** Keys as `keymap.ts` reads them: modifiers and one key, joined by `+`. */
export interface CommandKeys {
  readonly mac: readonly string[];
  readonly other: readonly string[];
}

export interface Command {
  readonly id: string;
  readonly title: string;
  readonly keys: CommandKeys;
  /** A key that is held down runs it once. */
  readonly once?: true;
  /** Whether it can be run now; a key whose command cannot is left to whatever has the focus. */
  when(context: CommandContext): boolean;
  /** Whether the palette has it, where it can be run; always, unless something else is said. */
  listed?(context: CommandContext): boolean;
  run(context: CommandContext): void | Promise<void>;
}

/** Mod is Ctrl, on macOS Cmd. */
function mod(...keys: readonly string[]): CommandKeys {
  return { mac: keys.map((key) => `Meta+${key}`), other: keys.map((key) => `Ctrl+${key}`) };
}

/** Moves through the tree: Alt, on macOS Ctrl+Cmd, so that typing and text motion are never touched. */
function treeKey(key: string): CommandKeys {
  return { mac: [`Ctrl+Meta+${key}`], other: [`Alt+${key}`] };
}

const NO_KEYS: CommandKeys = { mac: [], other: [] };

const always = () => true;
const withTree = ({ tree }: CommandContext) => tree !== null;
const writable = ({ tree, readOnly }: CommandContext) => tree !== null && !readOnly;

const siblingByNumber = Array.from(
  { length: 9 },
  (_, i): Command => ({
    id: `path.sibling${i + 1}`,
    title: `Sibling ${i + 1}`,
    keys: treeKey(`Digit${i + 1}`),
    when: writable,
    listed: ({ tree }) => (tree?.findSiblings()?.count ?? 0) > i,
    run: ({ tree }) => tree?.selectSibling({ index: i + 1 }),
  }),
);

export const commands = [
  // Escape ends find before it ends generation: the first that can be run takes the key.
  {
    id: 'find.close',
    title: 'Close find',
    keys: { mac: ['Escape'], other: ['Escape'] },
    when: ({ tree }) => tree?.find.isOpen === true,
    run: ({ tree }) => tree?.find.close(),
  },
  {
    id: 'generation.start',
    title: 'Generate',
    keys: { mac: ['Meta+Enter'], other: ['Ctrl+Enter', 'Ctrl+Space'] },
    when: writable,
    run: ({ tree }) => tree?.generate(),
  },
  {
    id: 'generation.siblings',
    title: 'More siblings of this node',
    keys: mod('Shift+Enter'),
    when: writable,
    run: ({ tree }) => tree?.generateSiblings(),
  },
  {
    id: 'generation.switch',
    title: 'One more sibling, and switch to it',
    keys: treeKey('r'),
    when: writable,
    run: ({ tree }) => tree?.generateAndSwitch(),
  },
  {
    id: 'generation.stop',
    title: 'Stop',
    keys: { mac: ['Escape'], other: ['Escape'] },
    when: ({ tree }) => tree?.generation.isRunning === true,
    run: ({ tree }) => tree?.stop(),
  },
  {
    id: 'path.previousSibling',
    title: 'Previous sibling',
    keys: treeKey('ArrowUp'),
    when: writable,
    run: ({ tree }) => tree?.selectSibling({ step: -1 }),
  },
  {
    id: 'path.nextSibling',
    title: 'Next sibling',
    keys: treeKey('ArrowDown'),
    when: writable,
    run: ({ tree }) => tree?.selectSibling({ step: 1 }),
  },
  ...siblingByNumber,
  {
    id: 'path.siblingByNumber',
    title: 'Sibling by its number…',
    keys: NO_KEYS,
    when: ({ tree, readOnly }) => tree !== null && !readOnly && tree.findSiblings() !== null,
    run: ({ session, tree }) => {
      const siblings = tree?.findSiblings() ?? null;
      if (tree === null || siblings === null) return;
      session.palette.ask(siblingQuestion(siblings, (index) => tree.selectSibling({ index })));
    },
  },
  {
    id: 'path.parent',
    title: 'Parent',
    keys: treeKey('ArrowLeft'),
    when: writable,
    run: ({ tree }) => tree?.goToParent(),
  },
  {
    id: 'path.child',
    title: 'Last visited child',
    keys: treeKey('ArrowRight'),
    when: writable,
    run: ({ tree }) => tree?.goToChild(),
  },
  {
    id: 'path.preview',
    title: 'Preview the next sibling',
    keys: treeKey('p'),
    once: true,
    when: withTree,
    run: ({ tree }) => tree?.preview.next(),
  },
  {
    id: 'node.about',
    title: 'Author and versions of this node',
    keys: treeKey('i'),
    when: withTree,
    run: ({ tree }) => tree?.askAboutCaret(),
  },
  {
    id: 'node.token',
    title: 'What else the model might have written here',
    keys: treeKey('w'),
    when: withTree,
    run: ({ tree }) => tree?.askAboutToken(),
  },
  {
    id: 'path.endHere',
    title: 'End the path here',
    keys: NO_KEYS,
    when: writable,
    run: ({ tree }) => tree?.endPathHere(),
  },
  {
    id: 'bookmark.toggle',
    title: 'Bookmark',
    keys: mod('d'),
    when: writable,
    run: ({ tree }) => tree?.toggleBookmark(),
  },
  {
    id: 'bookmark.name',
    title: 'Bookmark with a name…',
    keys: NO_KEYS,
    when: ({ tree, readOnly }) => !readOnly && tree !== null && tree.findCurrent() !== null,
    run: ({ session, tree }) => {
      const current = tree?.findCurrent() ?? null;
      if (tree === null || current === null) return;
      const name = tree.bookmarks.nameOf(current);
      session.palette.ask(bookmarkQuestion(name, (label) => tree.nameBookmark(current, label)));
    },
  },
  {
    id: 'bookmark.previous',
    title: 'Previous bookmark',
    keys: treeKey('PageUp'),
    when: writable,
    run: ({ tree }) => tree?.stepBookmark(-1),
  },
  {
    id: 'bookmark.next',
    title: 'Next bookmark',
    keys: treeKey('PageDown'),
    when: writable,
    run: ({ tree }) => tree?.stepBookmark(1),
  },
  {
    id: 'version.previous',
    title: 'Previous version',
    keys: treeKey('Comma'),
    when: writable,
    run: ({ tree }) => tree?.stepVersion(-1),
  },
  {
    id: 'version.next',
    title: 'Next version',
    keys: treeKey('Period'),
    when: writable,
    run: ({ tree }) => tree?.stepVersion(1),
  },
  {
    id: 'node.split',
    title: 'Split here',
    keys: treeKey('s'),
    when: writable,
    run: ({ tree }) => tree?.split(),
  },
  {
    id: 'node.splitAndBranch',
    title: 'Split and start a branch here',
    keys: treeKey('c'),
    when: writable,
    run: ({ tree }) => tree?.splitAndBranch(),
  },
  {
    id: 'node.branchEdit',
    title: 'Make this edit a branch',
    keys: treeKey('b'),
    when: writable,
    run: ({ tree }) => tree?.branchEdit(),
  },
  {
    id: 'node.prune',
    title: 'Prune',
    keys: mod('Shift+Backspace'),
    when: writable,
    run: ({ tree }) => tree?.prune(),
  },
  {
    id: 'node.exclude',
    title: 'Exclude this node from the context, or include it',
    keys: NO_KEYS,
    when: writable,
    run: ({ tree }) => tree?.toggleExcluded(),
  },
  {
    id: 'node.exportRecord',
    title: 'Export the record of this node',
    keys: NO_KEYS,
    when: withTree,
    run: ({ tree }) => tree?.exportRecord(),
  },
  {
    id: 'note.add',
    title: 'Add a note',
    keys: treeKey('n'),
    when: writable,
    run: ({ session, tree }) => {
      session.showTab('node');
      tree?.showNode('write');
    },
  },
  {
    id: 'view.node',
    title: 'Node tab',
    keys: NO_KEYS,
    when: withTree,
    run: ({ session, tree }) => {
      session.showTab('node');
      tree?.showNode('about');
    },
  },
  {
    id: 'view.context',
    title: 'Context tab',
    keys: NO_KEYS,
    when: withTree,
    run: ({ session, tree }) => {
      session.showTab('context');
      tree?.context.wishFor();
    },
  },
  {
    id: 'draft.commit',
    title: 'Commit the draft',
    keys: mod('s'),
    when: writable,
    run: ({ tree }) => tree?.commit(),
  },
  {
    id: 'edit.undo',
    title: 'Undo',
    keys: mod('z'),
    when: writable,
    run: ({ tree }) => tree?.undo(),
  },
  {
    id: 'edit.redo',
    title: 'Redo',
    keys: { mac: ['Meta+Shift+z'], other: ['Ctrl+y', 'Ctrl+Shift+z'] },
    when: writable,
    run: ({ tree }) => tree?.redo(),
  },
  {
    id: 'find.open',
    title: 'Find',
    keys: mod('f'),
    when: withTree,
    run: ({ tree }) => tree?.find.open(),
  },
  {
    id: 'find.replace',
    title: 'Find and replace',
    keys: { mac: ['Alt+Meta+f'], other: ['Ctrl+h'] },
    when: writable,
    run: ({ tree }) => tree?.find.open({ replacing: true }),
  },
  {
    id: 'find.next',
    title: 'Find the next',
    keys: { mac: ['Meta+g', 'F3'], other: ['F3', 'Ctrl+g'] },
    when: withTree,
    run: ({ tree }) => tree?.find.step(1),
  },
  {
    id: 'find.previous',
    title: 'Find the one before',
    keys: { mac: ['Shift+Meta+g', 'Shift+F3'], other: ['Shift+F3', 'Ctrl+Shift+g'] },
    when: withTree,
    run: ({ tree }) => tree?.find.step(-1),
  },
  {
    id: 'search.open',
    title: 'Search the grove',
    keys: mod('Shift+f'),
    when: withTree,
    run: ({ session }) => session.search.open(),
  },
  {
    id: 'grove.create',
    title: 'New grove',
    keys: NO_KEYS,
    when: always,
    run: ({ session }) => session.newGrove(),
  },
  {
    id: 'grove.choose',
    title: 'Open…',
    keys: mod('o'),
    when: always,
    run: ({ session }) => session.chooseGrove(),
  },
  {
    id: 'grove.openSample',
    title: 'Sample grove',
    keys: NO_KEYS,
    when: always,
    run: ({ session }) => session.openSample(),
  },
  {
    id: 'palette.open',
    title: 'Command palette',
    keys: { mac: ['Shift+Meta+p', 'F1'], other: ['Ctrl+Shift+p', 'F1'] },
    when: always,
    run: ({ session }) => session.palette.toggle(),
  },
  {
    id: 'palette.goTo',
    title: 'Go to node…',
    keys: mod('j'),
    when: writable,
    run: ({ session }) => session.palette.togglePlaces(),
  },
  {
    id: 'settings.open',
    title: 'Settings',
    keys: mod('Comma'),
    when: always,
    run: ({ session }) => session.settingsShown.set(true),
  },
  {
    id: 'view.toggleGrove',
    title: 'Grove pane',
    keys: NO_KEYS,
    when: withTree,
    run: ({ session }) => session.panes.toggle('grove'),
  },
  {
    id: 'view.toggleInspector',
    title: 'Inspector',
    keys: mod('\\'),
    when: withTree,
    run: ({ session }) => session.panes.toggle('inspector'),
  },
  {
    id: 'view.nextPane',
    title: 'Next pane',
    keys: { mac: ['F6'], other: ['F6'] },
    when: withTree,
    run: () => focusNextPane(document),
  },
  {
    id: 'view.toggleFocus',
    title: 'Focus mode',
    keys: mod('Shift+F11'),
    when: withTree,
    run: ({ session }) => session.prefer({ focusMode: !session.preferences.get().focusMode }),
  },
  {
    id: 'view.toggleTypewriter',
    title: 'Typewriter scrolling',
    keys: NO_KEYS,
    when: withTree,
    run: ({ session }) => session.prefer({ typewriter: !session.preferences.get().typewriter }),
  },
  {
    id: 'view.tokens',
    title: 'Token probabilities',
    keys: NO_KEYS,
    when: withTree,
    run: ({ session }) =>
      session.prefer({ tokenProbabilities: !session.preferences.get().tokenProbabilities }),
  },
  {
    id: 'view.fullScreen',
    title: 'Full screen',
    keys: { mac: ['Ctrl+Meta+f'], other: ['F11'] },
    when: always,
    run: ({ session }) => session.toggleFullScreen(),
  },
  {
    id: 'text.larger',
    title: 'Larger text',
    // Where `=` has no key of its own, `+` has: on German and Nordic keyboards.
    keys: mod('=', 'Plus', 'Shift+Plus'),
    when: withTree,
    run: ({ session }) => session.resizeText(1),
  },
  {
    id: 'text.smaller',
    title: 'Smaller text',
    keys: mod('-'),
    when: withTree,
    run: ({ session }) => session.resizeText(-1),
  },
  {
    id: 'text.asSet',
    title: 'Text as set',
    keys: mod('Digit0'),
    when: withTree,
    run: ({ session }) => session.prefer({ textSize: defaultPreferences.textSize }),
  },
  {
    id: 'view.toggleColours',
    title: 'Authorship colours',
    keys: treeKey('h'),
    when: withTree,
    run: ({ session }) => session.prefer({ authorship: !session.preferences.get().authorship }),
  },
] as const satisfies readonly Command[];

/** Undefined where no command has this id. */
export function findCommand(id: string): Command | undefined {
  return commands.find((command) => command.id === id);
}
