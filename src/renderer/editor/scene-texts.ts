/** The text by its chapters and scenes, with what *Scenes* shows of each (`scenes.md`). */
import type { EditorState } from '@codemirror/state';
import { locationHolding } from '../../core/buffer/segments.ts';
import { sharesOf } from '../../core/provenance/who-wrote.ts';
import { endOfItem, type SceneItem, sceneItems } from '../../core/sections/scene-list.ts';
import { proseStart, type Section } from '../../core/sections/sections.ts';
import { countWords } from '../../core/text/count-words.ts';
import type { TextRange } from '../../core/text/span.ts';
import type { ScenePlace, SceneText } from '../surface.ts';
import { authorship, spansBetween, writer } from './marks/authorship.ts';
import { segments } from './path/segments.ts';

/** Length of the beginning of a scene that a card can show, in UTF-16 code units. */
const EXCERPT = 400;
/** Only white space, at most this much, is before a scene that begins its node. UTF-16 code units. */
const MAX_LEAD = 100;

/** @param text as it is, with its sections */
export function sceneTexts(
  state: EditorState,
  text: string,
  sections: readonly Section[],
): readonly SceneText[] {
  const authors = state.field(authorship);
  const path = state.field(segments).segments;
  const startOf = (section: number) => (section < 0 ? 0 : (sections[section]?.from ?? text.length));
  const proseOf = (section: number) => {
    const from = startOf(section);
    const start = proseStart(text.slice(from, startOf(section + 1)));
    return start < 0 ? null : from + start;
  };
  const items = sceneItems(sections, (section) => proseOf(section) !== null);
  const placeOf = (offset: number): ScenePlace => {
    const { index, start } = locationHolding(path, offset);
    return { index, offset: offset - start };
  };
  const beginningOf = (from: number): ScenePlace => {
    const place = placeOf(from);
    const lead = place.offset <= MAX_LEAD ? text.slice(from - place.offset, from) : null;
    return lead?.trim() === '' ? { ...place, offset: 0 } : place;
  };
  const rangeOf = (item: SceneItem, at: number): TextRange => ({
    from: startOf(item.section),
    to:
      item.kind === 'heading'
        ? startOf(items[endOfItem(items, at)]?.section ?? sections.length)
        : startOf(item.section + 1),
  });
  return items.map((item, at) => {
    const section = sections[item.section];
    const range = rangeOf(item, at);
    const prose = item.hasText ? proseOf(item.section) : null;
    const from = item.hasHeading || prose === null ? range.from : prose;
    return {
      ...item,
      from,
      title: item.hasHeading ? (section?.title ?? '') : '',
      excerpt: prose === null ? '' : text.slice(prose, Math.min(prose + EXCERPT, range.to)).trim(),
      words:
        section === undefined
          ? countWords(text.slice(range.from, range.to))
          : item.kind === 'heading'
            ? section.allWords
            : section.words,
      shares: sharesOf(spansBetween(authors, range.from, range.to, state.facet(writer))),
      begins: beginningOf(range.from),
      goesTo: placeOf(item.hasHeading ? range.from + (section?.lineLength ?? 0) : from),
    };
  });
}
