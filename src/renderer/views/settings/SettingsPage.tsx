import { Fragment, useState } from 'react';
import {
  CLOSE_SETTINGS,
  FOUND,
  foundCount,
  SEARCH_SETTINGS,
  SECTIONS,
  SETTINGS,
} from '../../../ui-text/settings/section-words.ts';
import { Filter } from '../../ui/fields/Filter.tsx';
import { FullPage } from '../full-page/FullPage.tsx';
import { ForExperts } from './ForExperts.tsx';
import styles from './FoundSettings.module.css';
import type { Setting } from './setting-kinds.tsx';
import { type SettingsSection, sections } from './settings-sections.tsx';

export interface SettingsPageProps {
  /** The section shown first; null for the first of the list. */
  readonly section: string | null;
  /** The first search. */
  readonly initialQuery: string;
}

/** The settings, one section at a time, or the results of a search. */
export function SettingsPage({ section, initialQuery }: SettingsPageProps) {
  const [shown, setShown] = useState(section ?? sections[0]?.id ?? '');
  const [query, setQuery] = useState(initialQuery);
  const isSearching = query.trim() !== '';
  const show = (id: string) => {
    setQuery('');
    setShown(id);
  };
  const found = {
    id: 'found',
    title: FOUND,
    content: <FoundSettings sections={sections} query={query} onShow={show} />,
  };
  return (
    <FullPage
      title={SETTINGS}
      label={SECTIONS}
      closeLabel={CLOSE_SETTINGS}
      isWide
      sections={isSearching ? [found] : sections.map(toPage)}
      shown={isSearching ? found.id : shown}
      onShow={setShown}
      tools={<Filter label={SEARCH_SETTINGS} value={query} onChange={setQuery} />}
    />
  );
}

function toPage({ id, title, settings, experts = [], content }: SettingsSection) {
  return {
    id,
    title,
    content: (
      <>
        {content}
        {settings.map(({ name, row }) => (
          <Fragment key={name}>{row}</Fragment>
        ))}
        {experts.length > 0 && (
          <ForExperts>
            {experts.map(({ name, row }) => (
              <Fragment key={name}>{row}</Fragment>
            ))}
          </ForExperts>
        )}
      </>
    ),
  };
}

interface FoundSettingsProps {
  readonly sections: readonly SettingsSection[];
  readonly query: string;
  /** Goes to a section. */
  onShow(id: string): void;
}

/** The settings that match a search, under their sections. */
function FoundSettings({ sections, query, onShow }: FoundSettingsProps) {
  const found = findSettings(sections, query);
  const count = found.reduce((sum, { settings }) => sum + Math.max(1, settings.length), 0);
  return (
    <>
      <p className={styles.count} role="status">
        {foundCount(count, query)}
      </p>
      {found.map(({ section, settings }) => (
        <section key={section.id} className={styles.section} aria-label={section.title}>
          <h3>
            <button type="button" className={styles.title} onClick={() => onShow(section.id)}>
              {section.title}
            </button>
          </h3>
          {settings.length === 0 && <p className={styles.sentence}>{section.sentence}</p>}
          {settings.map(({ name, row }) => (
            <Fragment key={name}>{row}</Fragment>
          ))}
        </section>
      ))}
    </>
  );
}

interface FoundSection {
  readonly section: SettingsSection;
  /** The settings that match; none if only the section itself does. */
  readonly settings: readonly Setting[];
}

/** The settings that contain every word of a query, and the sections that do themselves, in their order. */
export function findSettings(sections: readonly SettingsSection[], query: string): readonly FoundSection[] {
  const words = query.trim().toLowerCase().split(/\s+/);
  const fits = (text: string) => words.every((word) => text.toLowerCase().includes(word));
  return sections.flatMap((section) => {
    const all = [...section.settings, ...(section.experts ?? [])];
    const settings = all.filter((setting) => fits(`${section.title} ${setting.searchText}`));
    const isFound = settings.length > 0 || fits(`${section.title} ${section.sentence}`);
    return isFound ? [{ section, settings }] : [];
  });
}
