/** The sections of the settings, in their order. To add one is one line here and its component. */
import type { ReactNode } from 'react';
import { AppearanceSection } from './AppearanceSection.tsx';
import { AgentsSection } from './agents/AgentsSection.tsx';
import { PrivacySection } from './PrivacySection.tsx';
import { PresetsSection } from './presets/PresetsSection.tsx';
import { ProvidersSection } from './providers/ProvidersSection.tsx';
import { ShortcutsSection } from './shortcuts/ShortcutsSection.tsx';
import { TextSection } from './TextSection.tsx';
import { UsageSection } from './usage/UsageSection.tsx';
import { WritingSection } from './WritingSection.tsx';

export interface SettingsSection {
  readonly id: string;
  readonly title: string;
  readonly content: ReactNode;
}

export const sections: readonly SettingsSection[] = [
  { id: 'appearance', title: 'Appearance', content: <AppearanceSection /> },
  { id: 'text', title: 'Text', content: <TextSection /> },
  { id: 'writing', title: 'Writing', content: <WritingSection /> },
  { id: 'providers', title: 'Providers', content: <ProvidersSection /> },
  { id: 'agents', title: 'Agents', content: <AgentsSection /> },
  { id: 'presets', title: 'Presets', content: <PresetsSection /> },
  { id: 'shortcuts', title: 'Shortcuts', content: <ShortcutsSection /> },
  { id: 'usage', title: 'Usage', content: <UsageSection /> },
  { id: 'privacy', title: 'Privacy', content: <PrivacySection /> },
];
