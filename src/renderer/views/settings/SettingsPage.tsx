import { useState } from 'react';
import { CoverPage } from '../cover/CoverPage.tsx';
import { sections } from './sections.tsx';

export interface SettingsPageProps {
  /** Which section to begin with; null for the first. */
  readonly section: string | null;
}

/** The settings. */
export function SettingsPage({ section }: SettingsPageProps) {
  const [shown, setShown] = useState(section ?? sections[0]?.id ?? '');
  return (
    <CoverPage
      title="Settings"
      label="Sections"
      closeLabel="Close the settings"
      sections={sections}
      shown={shown}
      onShow={setShown}
    />
  );
}
