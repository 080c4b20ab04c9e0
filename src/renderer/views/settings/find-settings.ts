import type { SettingsSection } from './sections.tsx';
import type { Setting } from './settings.tsx';

export interface FoundSection {
  readonly section: SettingsSection;
  /** Those of its settings that have the words; none where the section itself was found. */
  readonly settings: readonly Setting[];
}

/** Settings, and sections that are more than a list of them, that have every word of a query, in their order. */
export function findSettings(sections: readonly SettingsSection[], query: string): readonly FoundSection[] {
  const words = query.trim().toLowerCase().split(/\s+/);
  const fits = (text: string) => words.every((word) => text.toLowerCase().includes(word));
  return sections.flatMap((section) => {
    const settings = section.settings.filter((setting) => fits(`${section.title} ${setting.words}`));
    const isFound = settings.length > 0 || fits(`${section.title} ${section.sentence}`);
    return isFound ? [{ section, settings }] : [];
  });
}
