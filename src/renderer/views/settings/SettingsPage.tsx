import { Fragment, useState } from 'react';
import {
  CLOSE_SETTINGS,
  FOUND,
  SEARCH_SETTINGS,
  SECTIONS,
  SETTINGS,
} from '../../../ui-text/settings/section-words.ts';
import { Filter } from '../../ui/fields/Filter.tsx';
import { FullPage } from '../full-page/FullPage.tsx';
import { FoundSettings } from './FoundSettings.tsx';
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
      sections={isSearching ? [found] : sections.map(toPage)}
      shown={isSearching ? found.id : shown}
      onShow={setShown}
      tools={<Filter label={SEARCH_SETTINGS} value={query} onChange={setQuery} />}
    />
  );
}

function toPage({ id, title, settings, content }: SettingsSection) {
  return {
    id,
    title,
    content: (
      <>
        {content}
        {settings.map(({ name, row }) => (
          <Fragment key={name}>{row}</Fragment>
        ))}
      </>
    ),
  };
}
