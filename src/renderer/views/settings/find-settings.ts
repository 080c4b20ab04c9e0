import type { Setting } from './setting-kinds.tsx';
import type { SettingsSection } from './settings-sections.tsx';

export interface FoundSection {
  readonly section: SettingsSection;
  /** The settings that match; none if only the section itself does. */
  readonly settings: readonly Setting[];
}

/** The settings that contain every word of a query, and the sections that do themselves, in their order. */
export function findSettings(sections: readonly SettingsSection[], query: string): readonly FoundSection[] {
  const words = query.trim().toLowerCase().split(/\s+/);
  const fits = (text: string) => words.every((word) => text.toLowerCase().includes(word));
  return sections.flatMap((section) => {
    const settings = section.settings.filter((setting) => fits(`${section.title} ${setting.searchText}`));
    const isFound = settings.length > 0 || fits(`${section.title} ${section.sentence}`);
    return isFound ? [{ section, settings }] : [];
  });
}
