/** The sections of the settings, in order. A new one takes one entry here and its settings or a component. */
import { type ReactNode, useEffect, useRef } from 'react';
import { LANGUAGE_NAMES } from '../../../ui-text/app.ts';
import { REWRITE_INSTRUCTIONS } from '../../../ui-text/rewrites.ts';
import { FONTS, SETTING_WORDS } from '../../../ui-text/settings/rows.ts';
import { PREVIEW, PRIVACY, SECTION_WORDS } from '../../../ui-text/settings/section-words.ts';
import { useAppSession, useStore } from '../../session/hooks.ts';
import { setTypography } from '../manuscript/typography.ts';
import { AgentsSection } from './agents/AgentsSection.tsx';
import { agentSettings } from './agents/agent-settings.tsx';
import styles from './PrivacySection.module.css';
import { PresetsSection } from './presets/PresetsSection.tsx';
import { ProvidersSection } from './providers/ProvidersSection.tsx';
import {
  choiceSetting,
  lineListSetting,
  numberSetting,
  type Setting,
  switchSetting,
  wordListSetting,
} from './setting-kinds.tsx';
import { ShortcutsSection } from './shortcuts/ShortcutsSection.tsx';
import { UsageSection } from './usage/UsageSection.tsx';

/** The limits of `settings.json`. */
const MAX_INSTRUCTIONS = 50;
const MAX_INSTRUCTION_LENGTH = 500;
const MAX_WORDS = 20_000;
const MAX_WORD_LENGTH = 100;

/** Writing aids. */
const writing: readonly Setting[] = [
  switchSetting({
    name: 'openLastGrove',
    ...SETTING_WORDS.openLastGrove,
  }),
  switchSetting({
    name: 'focusMode',
    ...SETTING_WORDS.focusMode,
  }),
  choiceSetting({
    name: 'focusOn',
    ...SETTING_WORDS.focusOn,
  }),
  switchSetting({
    name: 'typewriter',
    ...SETTING_WORDS.typewriter,
  }),
  switchSetting({
    name: 'markdown',
    ...SETTING_WORDS.markdown,
  }),
  switchSetting({
    name: 'smartPunctuation',
    ...SETTING_WORDS.smartPunctuation,
  }),
  numberSetting({
    name: 'sessionTarget',
    ...SETTING_WORDS.sessionTarget,
    step: 50,
    sliderMax: 3_000,
  }),
  choiceSetting({
    name: 'sendWith',
    ...SETTING_WORDS.sendWith,
  }),
  switchSetting({
    name: 'formatMessages',
    ...SETTING_WORDS.formatMessages,
  }),
  choiceSetting({
    name: 'exportedFences',
    ...SETTING_WORDS.exportedFences,
  }),
  choiceSetting({
    name: 'exportedNames',
    ...SETTING_WORDS.exportedNames,
  }),
  lineListSetting({
    name: 'rewriteInstructions',
    ...SETTING_WORDS.rewriteInstructions,
    standard: REWRITE_INSTRUCTIONS,
    limit: (lines) =>
      lines.filter((line) => line.length <= MAX_INSTRUCTION_LENGTH).slice(0, MAX_INSTRUCTIONS),
  }),
  switchSetting({
    name: 'spellCheck',
    ...SETTING_WORDS.spellCheck,
  }),
  choiceSetting({
    name: 'spellingLanguage',
    ...SETTING_WORDS.spellingLanguage,
    options: [
      { value: 'en-US', text: LANGUAGE_NAMES['en-US'] },
      { value: 'en-GB', text: LANGUAGE_NAMES['en-GB'] },
      { value: 'nl', text: LANGUAGE_NAMES.nl },
    ],
  }),
  wordListSetting({
    name: 'ownWords',
    ...SETTING_WORDS.ownWords,
    limit: (words) => words.filter((word) => word.length <= MAX_WORD_LENGTH).slice(0, MAX_WORDS),
  }),
];

/** A font's name, set in that font. */
function FontName({ family }: { readonly family: keyof typeof FONTS }) {
  return (
    <span className={styles.font} data-family={family}>
      {FONTS[family]}
    </span>
  );
}

/** The typography of the manuscript. */
const typography: readonly Setting[] = [
  choiceSetting({
    name: 'font',
    ...SETTING_WORDS.font,
    wide: true,
    options: [
      { value: 'literata', text: <FontName family="literata" /> },
      { value: 'source-sans', text: <FontName family="source-sans" /> },
      { value: 'serif', text: <FontName family="serif" /> },
      { value: 'sans', text: <FontName family="sans" /> },
      { value: 'mono', text: <FontName family="mono" /> },
    ],
  }),
  numberSetting({
    name: 'textSize',
    ...SETTING_WORDS.textSize,
    step: 1,
  }),
  numberSetting({
    name: 'measure',
    ...SETTING_WORDS.measure,
    step: 1,
  }),
  numberSetting({
    name: 'leading',
    ...SETTING_WORDS.leading,
    step: 0.05,
  }),
  numberSetting({
    name: 'paragraphSpacing',
    ...SETTING_WORDS.paragraphSpacing,
    step: 0.1,
  }),
  numberSetting({
    name: 'firstLineIndent',
    ...SETTING_WORDS.firstLineIndent,
    step: 0.25,
  }),
];

/** Theme, authorship marks and panes. */
const appearance: readonly Setting[] = [
  choiceSetting({
    name: 'theme',
    ...SETTING_WORDS.theme,
  }),
  switchSetting({
    name: 'authorship',
    ...SETTING_WORDS.authorship,
  }),
  choiceSetting({
    name: 'authorLook',
    ...SETTING_WORDS.authorLook,
  }),
  choiceSetting({
    name: 'boundaries',
    ...SETTING_WORDS.boundaries,
  }),
  switchSetting({
    name: 'tokenProbabilities',
    ...SETTING_WORDS.tokenProbabilities,
  }),
  switchSetting({
    name: 'grovePane',
    ...SETTING_WORDS.grovePane,
  }),
  switchSetting({
    name: 'inspector',
    ...SETTING_WORDS.inspector,
  }),
];

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

/** Lists the data that leave this computer. There is nothing to switch off. */
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
