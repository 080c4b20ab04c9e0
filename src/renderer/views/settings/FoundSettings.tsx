import { Fragment } from 'react';
import { foundCount } from '../../../ui-text/settings/section-words.ts';
import styles from './FoundSettings.module.css';
import { findSettings } from './find-settings.ts';
import type { SettingsSection } from './settings-sections.tsx';

export interface FoundSettingsProps {
  readonly sections: readonly SettingsSection[];
  readonly query: string;
  /** Goes to a section. */
  onShow(id: string): void;
}

/** The settings that match a search, under their sections. */
export function FoundSettings({ sections, query, onShow }: FoundSettingsProps) {
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
