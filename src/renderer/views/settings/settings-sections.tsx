/** The sections of the settings, in order. A new one takes one entry here and its settings or a component. */

import type { ReactNode } from 'react';
import { SECTION_WORDS } from '../../../ui-text/settings/section-words.ts';
import { AgentsSection } from './agents/AgentsSection.tsx';
import { agentSettings } from './agents/agent-settings.tsx';
import { appearance } from './appearance.tsx';
import { Preview } from './Preview.tsx';
import { PrivacySection } from './PrivacySection.tsx';
import { PresetsSection } from './presets/PresetsSection.tsx';
import { ProvidersSection } from './providers/ProvidersSection.tsx';
import type { Setting } from './setting-kinds.tsx';
import { ShortcutsSection } from './shortcuts/ShortcutsSection.tsx';
import { typography } from './typography.tsx';
import { UsageSection } from './usage/UsageSection.tsx';
import { writing } from './writing.tsx';

export interface SettingsSection {
  readonly id: string;
  readonly title: string;
  /** Its purpose; a search matches these words too. */
  readonly sentence: string;
  readonly settings: readonly Setting[];
  /** Shown above the settings, or instead of them. */
  readonly content?: ReactNode;
}

export const sections: readonly SettingsSection[] = [
  {
    id: 'appearance',
    ...SECTION_WORDS.appearance,
    settings: appearance,
  },
  {
    id: 'text',
    ...SECTION_WORDS.text,
    settings: typography,
    content: <Preview />,
  },
  { id: 'writing', ...SECTION_WORDS.writing, settings: writing },
  {
    id: 'providers',
    ...SECTION_WORDS.providers,
    settings: [],
    content: <ProvidersSection />,
  },
  {
    id: 'agents',
    ...SECTION_WORDS.agents,
    settings: agentSettings,
    content: <AgentsSection />,
  },
  {
    id: 'presets',
    ...SECTION_WORDS.presets,
    settings: [],
    content: <PresetsSection />,
  },
  {
    id: 'shortcuts',
    ...SECTION_WORDS.shortcuts,
    settings: [],
    content: <ShortcutsSection />,
  },
  {
    id: 'usage',
    ...SECTION_WORDS.usage,
    settings: [],
    content: <UsageSection />,
  },
  {
    id: 'privacy',
    ...SECTION_WORDS.privacy,
    settings: [],
    content: <PrivacySection />,
  },
];
