import { Fragment, useState } from 'react';
import { Filter } from '../../ui/fields/Filter.tsx';
import { FullPage } from '../full-page/FullPage.tsx';
import { FoundSettings } from './FoundSettings.tsx';
import { type SettingsSection, sections } from './sections.tsx';

export interface SettingsPageProps {
  /** Which section to begin with; null for the first. */
  readonly section: string | null;
}

/** The settings, a section at a time, or those that have some words. */
export function SettingsPage({ section }: SettingsPageProps) {
  const [shown, setShown] = useState(section ?? sections[0]?.id ?? '');
  const [query, setQuery] = useState('');
  const isSearching = query.trim() !== '';
  const show = (id: string) => {
    setQuery('');
    setShown(id);
  };
  const found = {
    id: 'found',
    title: 'Found',
    content: <FoundSettings sections={sections} query={query} onShow={show} />,
  };
  return (
    <FullPage
      title="Settings"
      label="Sections"
      closeLabel="Close the settings"
      sections={isSearching ? [found] : sections.map(toPage)}
      shown={isSearching ? found.id : shown}
      onShow={setShown}
      tools={<Filter label="Search the settings" value={query} onChange={setQuery} />}
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
