/** The palette's entries besides commands. */
import { CHAPTER } from '../../../ui-text/tree/outline.ts';
import { settingTitle } from '../../../ui-text/window/palette.ts';
import { sectionTitle } from '../../session/tree/section-title.ts';
import type { TreeDesk } from '../../session/tree/tree-desk.ts';
import type { FullPage } from '../../session/window/full-page.ts';
import type { ListedCommand } from '../commands.ts';
import { sections } from '../settings/settings-sections.tsx';

/** The chapters of a text, in text order. */
export function chapterEntries(tree: TreeDesk): readonly ListedCommand[] {
  return tree.sections.list
    .get()
    .filter(({ kind }) => kind === 'heading')
    .map((section, index) => ({
      id: `chapter ${index}`,
      title: sectionTitle(section),
      key: CHAPTER,
      words: '',
      run: () => tree.sections.goToText(section),
    }));
}

/** The sections of the settings, each followed by its settings. */
export function settingEntries(show: (page: FullPage) => void): readonly ListedCommand[] {
  const entry = (
    id: string,
    label: string,
    words: string,
    section: string,
    query: string,
  ): ListedCommand => ({
    id: `setting ${id}`,
    title: settingTitle(label),
    key: '',
    words,
    run: () => show({ kind: 'settings', section, query }),
  });
  return sections.flatMap(({ id, title, sentence, settings }) => [
    entry(id, title, sentence, id, ''),
    ...settings.map(({ name, label, searchText }) => entry(`${id} ${name}`, label, searchText, id, label)),
  ]);
}
