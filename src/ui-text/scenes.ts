/** Moving, dividing and joining the chapters and scenes of a text. */
import type { SceneAction, SceneRefusal } from '../core/sections/scene-edits.ts';

/** Announced once it is done. */
export const SCENE_DONE: Readonly<Record<SceneAction, string>> = {
  sceneUp: 'The scene moved up.',
  sceneDown: 'The scene moved down.',
  chapterUp: 'The chapter moved up.',
  chapterDown: 'The chapter moved down.',
  promote: 'The heading is one level higher.',
  demote: 'The heading is one level lower.',
  divide: 'The scene is divided.',
  join: 'The scenes are joined.',
  newScene: 'A new scene.',
};

/** Why it cannot be done. */
export const SCENE_REFUSED: Readonly<Record<SceneRefusal, string>> = {
  isFirst: 'Nothing comes before it.',
  isLast: 'Nothing comes after it.',
  noScene: 'There is no scene at the caret, or none of its words on one side of it.',
  noChapter: 'No heading comes before the caret.',
  noNextScene: 'No scene of this chapter comes after it.',
  isHighest: 'The heading is at the highest level.',
  isLowest: 'A heading here is at the lowest level.',
};
