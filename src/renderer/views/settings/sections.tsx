/** The sections of the settings, in their order. To add one is one line here and its settings, or its component. */
import type { ReactNode } from 'react';
import { AgentsSection } from './agents/AgentsSection.tsx';
import { appearance } from './appearance.tsx';
import { Preview } from './Preview.tsx';
import { PrivacySection } from './PrivacySection.tsx';
import { PresetsSection } from './presets/PresetsSection.tsx';
import { ProvidersSection } from './providers/ProvidersSection.tsx';
import type { Setting } from './settings.tsx';
import { ShortcutsSection } from './shortcuts/ShortcutsSection.tsx';
import { typography } from './typography.tsx';
import { UsageSection } from './usage/UsageSection.tsx';
import { writing } from './writing.tsx';

export interface SettingsSection {
  readonly id: string;
  readonly title: string;
  /** What it is for; it is found by these words too. */
  readonly sentence: string;
  readonly settings: readonly Setting[];
  /** What stands above the settings, or in their place. */
  readonly content?: ReactNode;
}

export const sections: readonly SettingsSection[] = [
  {
    id: 'appearance',
    title: 'Appearance',
    sentence: 'Light or dark, authors’ colours, and the panes.',
    settings: appearance,
  },
  {
    id: 'text',
    title: 'Text',
    sentence: 'The typography of the manuscript.',
    settings: typography,
    content: <Preview />,
  },
  { id: 'writing', title: 'Writing', sentence: 'What helps while typing.', settings: writing },
  {
    id: 'providers',
    title: 'Providers',
    sentence: 'The services that continue text, their addresses and keys.',
    settings: [],
    content: <ProvidersSection />,
  },
  {
    id: 'agents',
    title: 'Agents',
    sentence: 'Who writes continuations: models with a name, a colour, a temperature and other parameters.',
    settings: [],
    content: <AgentsSection />,
  },
  {
    id: 'presets',
    title: 'Presets',
    sentence: 'Ways to generate: who is asked, how many continuations, how many tokens.',
    settings: [],
    content: <PresetsSection />,
  },
  {
    id: 'shortcuts',
    title: 'Shortcuts',
    sentence: 'Which keys run which command.',
    settings: [],
    content: <ShortcutsSection />,
  },
  {
    id: 'usage',
    title: 'Usage',
    sentence: 'Tokens and costs of the continuations in this grove.',
    settings: [],
    content: <UsageSection />,
  },
  {
    id: 'privacy',
    title: 'Privacy',
    sentence: 'What leaves this computer: there is no telemetry and no update call.',
    settings: [],
    content: <PrivacySection />,
  },
];
