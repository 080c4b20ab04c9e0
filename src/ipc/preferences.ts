import type { SamplingSettings } from '../core/tree/agent.ts';

/** Keys that a preset may have: nothing else is on them, and none types a character. Mod is Ctrl, on macOS Cmd. */
export const PRESET_KEYS = [
  'Mod+1',
  'Mod+2',
  'Mod+3',
  'Mod+4',
  'Mod+5',
  'Mod+6',
  'Mod+7',
  'Mod+8',
  'Mod+9',
  'F2',
  'F4',
  'F5',
  'F7',
  'F8',
  'F9',
] as const;
export type PresetKey = (typeof PRESET_KEYS)[number];

/** A way to ask for continuations, under a name and perhaps a key; what is null stays as the tree has it. */
export interface Preset {
  readonly id: string;
  readonly name: string;
  /** A model agent of a grove; in another grove it says nothing. */
  readonly agentId: string | null;
  readonly count: number | null;
  readonly maxTokens: number | null;
  /** Counts before the agents' own. */
  readonly parameters: SamplingSettings;
  readonly key: PresetKey | null;
}

/** Sets of keys to begin with; `renderer/app/shortcuts/presets.ts` says what each has. */
export const SHORTCUT_PRESETS = ['aspen', 'loomsidian', 'classic'] as const;
export type ShortcutPresetId = (typeof SHORTCUT_PRESETS)[number];

/** Which keys run which command on this computer. */
export interface Shortcuts {
  readonly preset: ShortcutPresetId;
  /** By a command's id, its keys in place of the preset's, as `Ctrl+Shift+f`; none for a command without a key. */
  readonly overrides: Readonly<Record<string, readonly string[]>>;
}

/**
 * What a writer prefers on this computer: the part `preferences` of `settings.json` (`house.md`, *What lives where*).
 * The limits of each are in `preferences-schema.ts`.
 */
export interface Preferences {
  /** `system` follows the computer's; `contrast` too, in black and white. */
  readonly theme: 'system' | 'light' | 'dark' | 'contrast';
  /** Family of the manuscript: one of the two shipped, or the computer's own. */
  readonly font: 'literata' | 'source-sans' | 'serif' | 'sans' | 'mono';
  /** Of the manuscript, in CSS pixels. */
  readonly textSize: number;
  /** Characters a line, about. */
  readonly measure: number;
  /** Line height as a multiple of the size. */
  readonly leading: number;
  /** Extra space before a paragraph, in lines. */
  readonly paragraphSpacing: number;
  /** Indent of a paragraph's first line, in ems. */
  readonly firstLineIndent: number;
  /** Whether it is shown who wrote what. */
  readonly authorship: boolean;
  /** How that is shown. */
  readonly authorLook: 'colour' | 'underline';
  /** When node boundaries show; holding Alt shows them in any case. */
  readonly boundaries: 'hover' | 'always';
  /** The pointer on a model's text tells how likely its tokens were, and what else might have come. */
  readonly tokenProbabilities: boolean;
  readonly focusMode: boolean;
  /** What stays lit in focus mode. */
  readonly focusOn: 'paragraph' | 'sentence';
  /** The caret's line stays where it is, and the text moves. */
  readonly typewriter: boolean;
  /** Emphasis, headings and scene breaks are shown lightly; no byte changes. */
  readonly markdown: boolean;
  /** Straight quotes, double hyphens and three dots become typographic as they are typed. */
  readonly smartPunctuation: boolean;
  readonly spellCheck: boolean;
  /** Words that are right though no dictionary has them. */
  readonly ownWords: readonly string[];
  /** Words to write in a session; 0 for no target. */
  readonly sessionTarget: number;
  readonly grovePane: boolean;
  readonly inspector: boolean;
  readonly inspectorTab: string;
  /** In the order they were made. */
  readonly presets: readonly Preset[];
  readonly shortcuts: Shortcuts;
  /** Ids of commands that were run from the palette, newest first. */
  readonly recentCommands: readonly string[];
}

/** What is to change; what is left out stays. */
export type PreferencesPatch = Partial<Preferences>;

/** What a `settings.json` that cannot be read, wholly or in part, means for the writer. */
export interface SettingsTrouble {
  readonly sentence: string;
  readonly detail: string;
}

export const defaultPreferences: Preferences = {
  theme: 'system',
  font: 'literata',
  textSize: 19,
  measure: 70,
  leading: 1.7,
  paragraphSpacing: 0,
  firstLineIndent: 0,
  authorship: true,
  authorLook: 'colour',
  boundaries: 'hover',
  tokenProbabilities: false,
  focusMode: false,
  focusOn: 'paragraph',
  typewriter: false,
  markdown: true,
  smartPunctuation: false,
  spellCheck: true,
  ownWords: [],
  sessionTarget: 0,
  grovePane: true,
  inspector: true,
  inspectorTab: 'continuations',
  presets: [],
  shortcuts: { preset: 'aspen', overrides: {} },
  recentCommands: [],
};

/** The least and the most of each number, both included. */
export const preferenceRanges = {
  textSize: { min: 12, max: 40 },
  measure: { min: 40, max: 120 },
  leading: { min: 1.2, max: 2.6 },
  paragraphSpacing: { min: 0, max: 2 },
  firstLineIndent: { min: 0, max: 4 },
  sessionTarget: { min: 0, max: 100_000 },
} as const satisfies Partial<Record<keyof Preferences, { readonly min: number; readonly max: number }>>;
