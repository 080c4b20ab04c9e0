/** Moving, dividing and joining chapters and scenes, as edits of the text: *Split here* is the one that changes the tree. */
import type { SceneAction } from '../../../core/sections/scene-edits.ts';
import { SCENES } from '../../../ui-text/scenes.ts';
import { NO_CHAPTERS } from '../../../ui-text/tree/outline.ts';
import { UNAVAILABLE } from '../../../ui-text/window/palette.ts';
import { type Command, type CommandContext, mod, NO_KEYS, withManuscript, writableText } from './command.ts';

const hasSections = (context: CommandContext) =>
  writableText(context) && (context.manuscript?.tree.sections.list.get().length ?? 0) > 0;

const ofScene = (action: SceneAction, title: string): Command => ({
  id: `scene.${action}`,
  title,
  keys: NO_KEYS,
  // Without a heading or a break there is nothing to move, but a scene can be divided or begun.
  when: action === 'divide' || action === 'newScene' ? writableText : hasSections,
  why: (context) => (writableText(context) ? NO_CHAPTERS : UNAVAILABLE.manuscript),
  run: ({ manuscript }) => manuscript?.commands.editScenes(action),
});

const showProgress = (section: 'days' | 'targets', title: string): Command => ({
  id: `progress.${section}`,
  title,
  keys: NO_KEYS,
  keepsPast: true,
  when: withManuscript,
  run: ({ session, manuscript }) => {
    if (manuscript !== null) session.fullPage.set({ kind: 'progress', section, desk: manuscript });
  },
});

export const scenes: readonly Command[] = [
  {
    id: 'scene.list',
    title: SCENES,
    keys: mod('Shift+o'),
    once: true,
    when: withManuscript,
    run: ({ manuscript }) => {
      if (manuscript?.scenes.isOpen.get() === true) manuscript.scenes.close();
      else manuscript?.scenes.open();
    },
  },
  showProgress('days', 'Progress: words a day'),
  showProgress('targets', 'Targets…'),
  ofScene('sceneUp', 'Move the scene up'),
  ofScene('sceneDown', 'Move the scene down'),
  ofScene('chapterUp', 'Move the chapter up'),
  ofScene('chapterDown', 'Move the chapter down'),
  ofScene('promote', 'Promote the heading'),
  ofScene('demote', 'Demote the heading'),
  ofScene('divide', 'Divide the scene here'),
  ofScene('join', 'Join with the next scene'),
  ofScene('newScene', 'New scene here'),
];
