import type { TextSection } from '../../../core/sections/sections.ts';
import { EMPTY_HEADING, EMPTY_SCENE } from '../../../ui-text/tree/outline.ts';

/** A chapter or a scene as lists name it. */
export function sectionTitle({ kind, title }: Pick<TextSection, 'kind' | 'title'>): string {
  if (title !== '') return title;
  return kind === 'heading' ? EMPTY_HEADING : EMPTY_SCENE;
}
