/** Entries of the palette: commands, chapters and settings. */
import { CHAPTER } from '../../../ui-text/tree/outline.ts';
import { SETTING_NAMES, settingTitle } from '../../../ui-text/window/palette.ts';
import type { TreeDesk } from '../../session/desk/tree-desk.ts';
import { sectionTitle } from '../../session/tree/sections-session.ts';
import type { FullPage } from '../../session/window/app-session.ts';
import type { CommandBoxItem } from '../../ui/layers/CommandBox.tsx';
import { type Rankable, rank } from '../../ui/rank.ts';
import type { ListedCommand, UnavailableCommand } from '../commands.ts';
import { sections } from '../settings/settings-sections.tsx';

type Entry = ListedCommand & Pick<Rankable, 'searchText'>;

/** The share of its score that decides the place of what cannot run now: before what only resembles the query. */
const DIMMED = 0.5;

/** The entries that a query finds, best first; those that cannot run now are dimmed, with the reason. */
export function findEntries(
  query: string,
  entries: readonly Entry[],
  unavailable: readonly UnavailableCommand[],
  recent: readonly string[],
): readonly CommandBoxItem[] {
  const found = rank(entries, query, recent).map(({ item, parts, score }) => ({
    score,
    item: { id: item.id, parts, note: item.key },
  }));
  const dimmed = query.trim() === '' ? [] : rank(unavailable, query, []);
  const foundDimmed = dimmed.map(({ item, parts, score }) => ({
    score: DIMMED * score,
    item: { id: item.id, parts, note: item.reason, isDisabled: true },
  }));
  return [...found, ...foundDimmed].sort((a, b) => b.score - a.score).map(({ item }) => item);
}

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
export function settingEntries(show: (page: FullPage) => void): readonly Entry[] {
  const entry = (id: string, label: string, searchText: string, section: string, query: string): Entry => ({
    id: `setting ${id}`,
    title: settingTitle(label),
    key: '',
    words: SETTING_NAMES[id] ?? '',
    searchText,
    run: () => show({ kind: 'settings', section, query }),
  });
  return sections.flatMap(({ id, title, sentence, settings, experts = [] }) => [
    entry(id, title, sentence, id, ''),
    ...[...settings, ...experts].map(({ name, label, searchText }) =>
      entry(`${id} ${name}`, label, searchText, id, label),
    ),
  ]);
}
