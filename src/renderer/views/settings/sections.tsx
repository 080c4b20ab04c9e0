/** The sections of the settings, in order. A new one takes one entry here and its settings or a component. */
import type { ReactNode } from 'react';
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
  /** What it is for; a search matches these words too. */
  readonly sentence: string;
  readonly settings: readonly Setting[];
  /** Shown above the settings, or instead of them. */
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
    sentence: 'The services that write continuations, with their addresses and keys.',
    settings: [],
    content: <ProvidersSection />,
  },
  {
    id: 'agents',
    title: 'Agents',
    sentence:
      'The models that write continuations, each with a name, a colour, a temperature and other parameters, and what it may do in a tree: its permissions and limits.',
    settings: agentSettings,
    content: <AgentsSection />,
  },
  {
    id: 'presets',
    title: 'Presets',
    sentence: 'Saved ways to generate: which agent, how many continuations, how many tokens.',
    settings: [],
    content: <PresetsSection />,
  },
  {
    id: 'shortcuts',
    title: 'Shortcuts',
    sentence: 'The keys for each command.',
    settings: [],
    content: <ShortcutsSection />,
  },
  {
    id: 'usage',
    title: 'Usage',
    sentence: 'The tokens and costs of this grove’s continuations.',
    settings: [],
    content: <UsageSection />,
  },
  {
    id: 'privacy',
    title: 'Privacy',
    sentence: 'What leaves this computer. There is no telemetry and no update check.',
    settings: [],
    content: <PrivacySection />,
  },
];
