/** Moving, dividing and joining the chapters and scenes of a text. */
import type { SceneAction, SceneRefusal } from '../core/sections/scene-edits.ts';
import { countOf } from './plural.ts';
import { ofTarget } from './progress.ts';

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
  isThere: 'It is there already.',
  noScene: 'There is no scene at the caret, or none of its words on one side of it.',
  noChapter: 'No heading comes before the caret.',
  noNextScene: 'No scene of this chapter comes after it.',
  isHighest: 'The heading is at the highest level.',
  isLowest: 'A heading here is at the lowest level.',
};

/** The cards of the text. */
export const SCENES = 'Scenes';
export const CLOSE_SCENES = 'Close the scenes';
export const FILTER_SCENES = 'Filter the scenes';
export const SHOW_SCENES_AS = 'Show the scenes as';
export const SAME_SCENES = 'Both show the same chapters and scenes.';
export const SCENE_LOOKS = { cards: 'Cards', outline: 'Outline' } as const;
export const NO_SCENES = 'Nothing is written here yet.';
export const NONE_LEFT = 'No scene matches the filter.';
/** A scene that has a heading and no text. */
export const NOT_WRITTEN = 'Not written yet';

/** @param target null for none */
export const scenesAndWords = (scenes: number, words: number, target: number | null = null) =>
  `${countOf(scenes, 'scene')}, ${wordsOf(words, target)}`;
export const scenesOf = (shown: number, all: number) => `${shown} of ${countOf(all, 'scene')}`;
/** @param target null for none */
export const wordsOf = (words: number, target: number | null) =>
  target === null ? countOf(words, 'word') : ofTarget(words, target);
export const notesOn = (notes: number) => countOf(notes, 'note');
export const IS_BOOKMARKED = 'bookmarked';

/** Of a heading, for a screen reader. */
export const headingSpoken = (
  title: string,
  isPart: boolean,
  scenes: number,
  words: number,
  target: number | null,
) => `${title}, ${isPart ? 'part' : 'chapter'}, ${scenesAndWords(scenes, words, target)}`;

/** Announced after a move. @param chapter null outside a chapter @param place null for a chapter */
export function sceneMoved(
  title: string,
  chapter: string | null,
  place: { readonly number: number; readonly count: number } | null,
): string {
  if (place === null) return `${title} moved.`;
  const where = `scene ${place.number} of ${place.count}`;
  return chapter === null || chapter === '' ? `Moved: ${where}.` : `Moved: ${where} in ${chapter}.`;
}

export const WRITING_AT_END =
  'A model is writing at the end of the text, so what is there cannot move. Wait until it is done, or stop it.';

export const CARD_ACTIONS = 'Actions for this scene';
/** The actions of a card's menu. */
export const CARD_LABELS = {
  go: 'Go there',
  up: 'Move up',
  down: 'Move down',
  join: 'Join with the next scene',
  newScene: 'New scene after this one',
  promote: 'Promote the heading',
  demote: 'Demote the heading',
} as const;
export const CARD_GROUPS = ['Here', 'Move', 'Change'] as const;
