/** The sections of the settings, in order. A new one takes one entry here, and its words or a component. */
import { type ReactNode, useEffect, useRef } from 'react';
import { REWRITE_INSTRUCTIONS } from '../../../ui-text/rewrites.ts';
import { SETTING_WORDS } from '../../../ui-text/settings/rows.ts';
import { PREVIEW, PRIVACY, SECTION_WORDS } from '../../../ui-text/settings/section-words.ts';
import { useAppSession, useStore } from '../../session/hooks.ts';
import type { PreferenceName } from '../../session/settings/preferences-session.ts';
import { setTypography } from '../manuscript/typography.ts';
import { AgentsSection } from './agents/AgentsSection.tsx';
import { summaryModelSetting } from './agents/agent-settings.tsx';
import styles from './PrivacySection.module.css';
import { PresetsSection } from './presets/PresetsSection.tsx';
import { ProvidersSection } from './providers/ProvidersSection.tsx';
import {
  choiceSetting,
  lineListSetting,
  type NeedsOwnRow,
  type Setting,
  settingByKind,
  wordListSetting,
} from './setting-kinds.tsx';
import { ShortcutsSection } from './shortcuts/ShortcutsSection.tsx';
import { stampServiceSetting } from './stamp-setting.tsx';
import { UsageSection } from './usage/UsageSection.tsx';

/** The rows that are not those of their kind. */
const OWN_ROWS: Readonly<Partial<Record<PreferenceName, Setting>>> & Readonly<Record<NeedsOwnRow, Setting>> =
  {
    font: choiceSetting({
      name: 'font',
      ...SETTING_WORDS.text.font,
      wide: true,
      options: SETTING_WORDS.text.font.options.map(({ value, text }) => ({
        value,
        // Each name is set in its font.
        text: (
          <span className={styles.font} data-family={value}>
            {text}
          </span>
        ),
      })),
    }),
    rewriteInstructions: lineListSetting({
      name: 'rewriteInstructions',
      ...SETTING_WORDS.writing.rewriteInstructions,
      standard: REWRITE_INSTRUCTIONS,
    }),
    ownWords: wordListSetting({ name: 'ownWords', ...SETTING_WORDS.writing.ownWords }),
    summaryModel: summaryModelSetting,
    stampService: stampServiceSetting,
  };

/** The settings of a section, in the order of their words. */
function settingsOf(section: keyof typeof SETTING_WORDS): readonly Setting[] {
  return Object.entries(SETTING_WORDS[section]).map(([key, words]) => {
    const name = key as PreferenceName;
    return OWN_ROWS[name] ?? settingByKind(name, words);
  });
}

/** A preview of the manuscript: two paragraphs, one with a coloured continuation, one with an underlined one. */
function Preview() {
  const preferences = useStore(useAppSession().preferences);
  const page = useRef<HTMLElement>(null);
  useEffect(() => {
    if (page.current !== null) setTypography(page.current, preferences);
  }, [preferences]);
  return (
    <figure ref={page} className={styles.preview} aria-label={PREVIEW.label}>
      <p className={styles.paragraph}>
        {PREVIEW.first}{' '}
        <span data-colour="blue" className={styles.coloured}>
          {PREVIEW.coloured}
        </span>
      </p>
      <p className={styles.paragraph}>
        {PREVIEW.second} <span className={styles.underlined}>{PREVIEW.underlined}</span>
      </p>
      <figcaption className={styles.caption}>{PREVIEW.caption}</figcaption>
    </figure>
  );
}

/** Lists the data that leave this computer. */
function PrivacySection() {
  return (
    <div className={styles.words}>
      <h3 className={styles.line}>{PRIVACY.line}</h3>
      {PRIVACY.paragraphs.map((paragraph) => (
        <p key={paragraph}>{paragraph}</p>
      ))}
    </div>
  );
}

export interface SettingsSection {
  readonly id: string;
  readonly title: string;
  /** Its purpose; a search matches these words too. */
  readonly sentence: string;
  readonly settings: readonly Setting[];
  /** Folded below them, *For experts*. */
  readonly experts?: readonly Setting[];
  /** Shown above the settings, or instead of them. */
  readonly content?: ReactNode;
}

export const sections: readonly SettingsSection[] = [
  {
    id: 'appearance',
    ...SECTION_WORDS.appearance,
    settings: settingsOf('appearance'),
  },
  {
    id: 'text',
    ...SECTION_WORDS.text,
    settings: settingsOf('text'),
    content: <Preview />,
  },
  { id: 'writing', ...SECTION_WORDS.writing, settings: settingsOf('writing') },
  {
    id: 'providers',
    ...SECTION_WORDS.providers,
    settings: [],
    content: <ProvidersSection />,
  },
  {
    id: 'agents',
    ...SECTION_WORDS.agents,
    settings: settingsOf('agents'),
    experts: settingsOf('agentsForExperts'),
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
    settings: settingsOf('privacy'),
    content: <PrivacySection />,
  },
];
