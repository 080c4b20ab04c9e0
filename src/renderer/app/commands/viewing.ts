/** The window: panes, palette, theme, text size and help. */

import { MESSAGES_AS_TYPED, MESSAGES_FORMATTED } from '../../../ui-text/conversation.ts';
import { CONNECT_TITLE } from '../../../ui-text/settings/connect.ts';
import { ABOUT, UPDATES } from '../../../ui-text/support.ts';
import { RESET_WIDTHS } from '../../../ui-text/window/panes.ts';
import { defaultPreferences } from '../../session/settings/preferences-session.ts';
import type { HelpPageId } from '../../session/window/app-session.ts';
import { focusRegion } from '../regions.ts';
import {
  always,
  type Command,
  type CommandKeys,
  mod,
  NO_KEYS,
  treeKey,
  withManuscript,
  withTree,
} from './command.ts';

/** One command per theme, so that each can be found by name. */
const themes = (
  [
    ['system', 'Theme: system'],
    ['light', 'Theme: light'],
    ['dark', 'Theme: dark'],
    ['contrast', 'Theme: high contrast'],
  ] as const
).map(
  ([theme, title]): Command => ({
    id: `theme.${theme}`,
    title,
    keys: NO_KEYS,
    when: always,
    run: ({ session }) => session.setPreferences({ theme }),
  }),
);

export const viewing = [
  {
    id: 'view.node',
    title: 'Passage tab',
    inInspector: true,
    keys: NO_KEYS,
    when: withTree,
    run: ({ session, tree }) => {
      session.showTab('node');
      tree?.nodeCommands.showNode();
    },
  },
  {
    id: 'view.context',
    title: 'Sent tab',
    inInspector: true,
    keys: NO_KEYS,
    when: withTree,
    run: ({ session, tree }) => {
      session.showTab('context');
      tree?.context.focusRequest.request('heading');
    },
  },
  {
    id: 'palette.open',
    title: 'Command palette',
    keys: { mac: ['Shift+Meta+p', 'F1'], other: ['Ctrl+Shift+p', 'F1'] },
    when: always,
    run: ({ session }) => session.palette.toggle(),
  },
  {
    id: 'settings.open',
    title: 'Settings',
    keys: mod('Comma'),
    when: always,
    run: ({ session }) => session.showSettings(),
  },
  {
    id: 'model.connect',
    title: CONNECT_TITLE,
    keys: NO_KEYS,
    when: always,
    run: ({ session }) => session.fullPage.set({ kind: 'connect' }),
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
    id: 'view.resetWidths',
    title: RESET_WIDTHS,
    keys: NO_KEYS,
    when: withTree,
    run: ({ session }) => session.setPreferences({ groveWidth: 0, inspectorWidth: 0 }),
  },
  {
    id: 'view.nextPane',
    title: 'Next pane',
    keys: { mac: ['F6'], other: ['F6'] },
    when: always,
    run: () => focusRegion(document, 1),
  },
  {
    id: 'view.previousPane',
    title: 'Previous pane',
    keys: { mac: ['Shift+F6'], other: ['Shift+F6'] },
    when: always,
    run: () => focusRegion(document, -1),
  },
  {
    id: 'view.toggleFocus',
    title: 'Focus mode',
    keys: mod('Shift+F11'),
    when: withTree,
    run: ({ session }) => session.setPreferences({ focusMode: !session.preferences.get().focusMode }),
  },
  {
    id: 'view.toggleTypewriter',
    title: 'Typewriter scrolling',
    keys: NO_KEYS,
    when: withTree,
    run: ({ session }) => session.setPreferences({ typewriter: !session.preferences.get().typewriter }),
  },
  ...themes,
  {
    id: 'view.readThrough',
    title: 'Read through',
    keys: { mac: ['F5'], other: ['F5'] },
    when: withManuscript,
    run: ({ session }) => session.reading.open(),
  },
  {
    id: 'view.tokens',
    title: 'Token probabilities',
    keys: NO_KEYS,
    when: withTree,
    run: ({ session }) =>
      session.setPreferences({ tokenProbabilities: !session.preferences.get().tokenProbabilities }),
  },
  {
    id: 'view.fullScreen',
    title: 'Full screen',
    keys: { mac: ['Ctrl+Meta+f'], other: ['F11'] },
    when: always,
    run: ({ session }) => session.toggleFullScreen(),
  },
  {
    id: 'view.closeWindow',
    title: 'Close the window',
    keys: NO_KEYS,
    when: always,
    run: ({ session }) => session.closeWindow(),
  },
  {
    id: 'text.larger',
    title: 'Larger text',
    // German and Nordic keyboards have no key for `=`, but one for `+`.
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
    title: 'Default text size',
    keys: mod('Digit0'),
    when: withTree,
    run: ({ session }) => session.setPreferences({ textSize: defaultPreferences.textSize }),
  },
  {
    id: 'view.toggleColours',
    title: 'Authorship colours',
    keys: treeKey('h'),
    when: withTree,
    run: ({ session }) => session.setPreferences({ authorship: !session.preferences.get().authorship }),
  },
  {
    id: 'view.formatMessages',
    title: 'Format the Markdown of messages',
    keys: NO_KEYS,
    when: withTree,
    run: ({ session }) => {
      const formatMessages = !session.preferences.get().formatMessages;
      session.setPreferences({ formatMessages });
      session.notices.announce(formatMessages ? MESSAGES_FORMATTED : MESSAGES_AS_TYPED);
    },
  },
] as const satisfies readonly Command[];

const page = (id: string, title: string, shown: HelpPageId, keys: CommandKeys = NO_KEYS): Command => ({
  id,
  title,
  keys,
  when: always,
  run: ({ session }) => session.fullPage.set({ kind: 'help', page: shown }),
});

/** The pages of the help. */
export const helping: readonly Command[] = [
  page('help.loom', 'Help: the loom', 'loom'),
  page('help.editing', 'Help: editing and branching', 'editing'),
  page('help.models', 'Help: models', 'models'),
  page('help.conversations', 'Help: conversations', 'conversations'),
  page('help.files', 'Help: files and safety', 'files'),
  page('help.keys', 'Help: keys', 'keys'),
  page('help.words', 'Help: words', 'words'),
  // On layouts where a slash needs Shift, Shift+F1 still works.
  page('help.shortcuts', 'Keyboard shortcuts', 'shortcuts', {
    mac: ['Meta+/', 'Shift+F1'],
    other: ['Ctrl+/', 'Shift+F1'],
  }),
  {
    id: 'help.report',
    title: 'Save a report for support…',
    keys: NO_KEYS,
    when: always,
    run: ({ session }) => session.support.showReport(),
  },
  {
    id: 'help.dataFolder',
    title: ABOUT.showData,
    keys: NO_KEYS,
    when: always,
    run: ({ session }) => session.support.showDataFolder(),
  },
  {
    id: 'help.update',
    title: UPDATES.look,
    keys: NO_KEYS,
    when: always,
    run: ({ session }) => session.support.lookForUpdate(),
  },
  {
    id: 'help.about',
    title: ABOUT.title,
    keys: NO_KEYS,
    when: always,
    run: ({ session }) => session.support.showAbout(),
  },
];
