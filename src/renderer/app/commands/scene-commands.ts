/** Moving, dividing and joining chapters and scenes, as edits of the text: *Split here* is the one that changes the tree. */
import type { SceneAction } from '../../../core/sections/scene-edits.ts';
import { type Command, NO_KEYS, writableText } from './command.ts';

const ofScene = (action: SceneAction, title: string): Command => ({
  id: `scene.${action}`,
  title,
  keys: NO_KEYS,
  when: writableText,
  run: ({ manuscript }) => manuscript?.commands.editScenes(action),
});

export const scenes: readonly Command[] = [
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
