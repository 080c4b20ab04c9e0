/** The window: panes, palette, theme and text size. */

import { MESSAGES_AS_TYPED, MESSAGES_FORMATTED } from '../../../ui-text/conversation.ts';
import { CONNECT_TITLE } from '../../../ui-text/settings/connect.ts';
import { RESET_WIDTHS } from '../../../ui-text/window/panes.ts';
import { defaultPreferences } from '../../session/settings/preferences-session.ts';
import { focusNextPane } from '../next-pane.ts';
import { always, type Command, mod, NO_KEYS, treeKey, withTree } from './command.ts';

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
    title: 'Node tab',
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
    title: 'Context tab',
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
    when: withTree,
    run: () => focusNextPane(document),
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
