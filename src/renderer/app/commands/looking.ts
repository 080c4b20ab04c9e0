/** What is shown, and how. */

import { defaultPreferences } from '../../session/settings/preferences-session.ts';
import { focusNextPane } from '../next-pane.ts';
import { always, type Command, mod, NO_KEYS, treeKey, withTree } from './command.ts';

/** A command a theme, so that each is found by its name. */
const themes = (
  [
    ['system', 'Theme: as the computer'],
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
    run: ({ session }) => session.prefer({ theme }),
  }),
);

export const looking = [
  {
    id: 'view.node',
    title: 'Node tab',
    keys: NO_KEYS,
    when: withTree,
    run: ({ session, tree }) => {
      session.showTab('node');
      tree?.looking.showNode('about');
    },
  },
  {
    id: 'view.context',
    title: 'Context tab',
    keys: NO_KEYS,
    when: withTree,
    run: ({ session, tree }) => {
      session.showTab('context');
      tree?.context.requestFocus();
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
  ...themes,
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
