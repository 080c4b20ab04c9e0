/** The pages of the help. */
import type { HelpPageId } from '../../session/window/full-page.ts';
import { always, type Command, type CommandKeys, NO_KEYS } from './command.ts';

const page = (id: string, title: string, shown: HelpPageId, keys: CommandKeys = NO_KEYS): Command => ({
  id,
  title,
  keys,
  when: always,
  run: ({ session }) => session.fullPage.set({ kind: 'help', page: shown }),
});

export const helping: readonly Command[] = [
  page('help.loom', 'Help: the loom', 'loom'),
  page('help.editing', 'Help: editing and branching', 'editing'),
  page('help.models', 'Help: models', 'models'),
  page('help.conversations', 'Help: conversations', 'conversations'),
  page('help.files', 'Help: files and safety', 'files'),
  page('help.keys', 'Help: keys', 'keys'),
  // On layouts where a slash needs Shift, Shift+F1 still works.
  page('help.shortcuts', 'Keyboard shortcuts', 'shortcuts', {
    mac: ['Meta+/', 'Shift+F1'],
    other: ['Ctrl+/', 'Shift+F1'],
  }),
];
