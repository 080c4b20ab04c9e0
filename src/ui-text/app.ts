/** The program's name, its windows' titles, and the languages of its dictionaries. */
import type { SpellingLanguage } from '../core/tree/loom-tree.ts';

export const APP_NAME = 'Aspen Grove';

/** @param folder of the grove, if another window shows a grove of its name; else null */
export function groveWindowTitle(groveName: string, folder: string | null): string {
  const name = folder === null ? groveName : `${groveName} (${folder})`;
  return `${name} – ${APP_NAME}`;
}

export const LANGUAGE_NAMES: Readonly<Record<SpellingLanguage, string>> = {
  'en-US': 'American English',
  'en-GB': 'British English',
  nl: 'Dutch',
};

export const SPELLING_CHOICE = { label: 'Language', hint: 'Check the spelling in' } as const;

export function languageSet(treeTitle: string, language: SpellingLanguage): string {
  return `The spelling of “${treeTitle}” is checked in ${LANGUAGE_NAMES[language]}.`;
}
