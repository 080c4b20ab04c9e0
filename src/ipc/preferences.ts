import type { AgentConfiguration, AgentPermissions, SamplingSettings } from '../core/tree/agent.ts';
import type { SpellingLanguage } from '../core/tree/loom-tree.ts';
import type { KeptExport } from './wire/exchange.ts';

/** A range of numbers, both ends included. */
export interface NumberRange {
  readonly min: number;
  readonly max: number;
  /** Allows only whole numbers. */
  readonly integer: boolean;
}

/** The range of each sampling setting that is a number. */
export const SAMPLING_RANGES = {
  temperature: { min: 0, max: 2, integer: false },
  topP: { min: 0, max: 1, integer: false },
  topK: { min: 0, max: 1_000, integer: true },
  minP: { min: 0, max: 1, integer: false },
  frequencyPenalty: { min: -2, max: 2, integer: false },
  presencePenalty: { min: -2, max: 2, integer: false },
  repetitionPenalty: { min: 0, max: 2, integer: false },
  logprobs: { min: 0, max: 20, integer: true },
} as const satisfies Partial<Record<keyof SamplingSettings, NumberRange>>;
export type NumericSampling = keyof typeof SAMPLING_RANGES;

/** Shortcuts available to presets: no command uses them, and none types a character. Mod is Ctrl, or Cmd on macOS. */
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

/** A named way to request continuations, optionally with a shortcut. A null field uses the setting of the tree. */
export interface Preset {
  readonly id: string;
  readonly name: string;
  /** A model agent of one grove; ignored in other groves. */
  readonly agentId: string | null;
  readonly count: number | null;
  readonly maxTokens: number | null;
  /** Override the agents' own settings. */
  readonly parameters: SamplingSettings;
  readonly key: PresetKey | null;
}

/**
 * An agent's settings, kept on this computer for all groves: a new grove gets an agent made of it, and others offer it.
 */
export interface AgentTemplate {
  readonly id: string;
  readonly name: string;
  /** `provider:model`; the service's key is not part of it. */
  readonly modelRef: string;
  readonly configuration: AgentConfiguration;
  readonly permissions: AgentPermissions;
  /** Used where no other agent has it. */
  readonly color: string | null;
}

/** A text that new documents can begin with, kept on this computer for all groves. */
export interface DocumentTemplate {
  readonly id: string;
  readonly name: string;
  readonly text: string;
  /** It is not offered, but can be brought back. */
  readonly isRemoved: boolean;
}

/** The predefined sets of shortcuts; `renderer/app/shortcuts/shortcut-presets.ts` defines them. */
export const SHORTCUT_PRESETS = ['aspen', 'loomsidian', 'classic'] as const;
export type ShortcutPresetId = (typeof SHORTCUT_PRESETS)[number];

/** The keyboard shortcuts on this computer. */
export interface Shortcuts {
  readonly preset: ShortcutPresetId;
  /**
   * By command id, the shortcuts that replace those of the preset, such as `Ctrl+Shift+f`; empty for a
   * command without a shortcut.
   */
  readonly overrides: Readonly<Record<string, readonly string[]>>;
}

/** The languages of the dictionaries in `resources/dictionaries`. */
export const SPELLING_LANGUAGES = ['en-US', 'en-GB', 'nl'] as const satisfies readonly SpellingLanguage[];

/** The declaration of a number, and how its slider goes. */
export interface NumberDeclaration extends NumberRange {
  readonly kind: 'number';
  readonly defaultValue: number;
  readonly step: number;
  /** The slider's maximum, if less than the most that can be typed. */
  readonly sliderMax?: number;
}

/** The declaration of one preference: its default and the values it allows. */
type Declaration =
  | { readonly kind: 'flag'; readonly defaultValue: boolean }
  | { readonly kind: 'choice'; readonly defaultValue: string; readonly options: readonly string[] }
  | NumberDeclaration
  | { readonly kind: 'text'; readonly defaultValue: string; readonly maxLength: number }
  | {
      readonly kind: 'texts';
      readonly defaultValue: readonly string[];
      readonly maxCount: number;
      readonly maxLength: number;
    }
  /** `preferences-schema.ts` has the schema of each. */
  | { readonly kind: 'structure'; readonly defaultValue: object };

const flag = (defaultValue: boolean) => ({ kind: 'flag', defaultValue }) as const;

const choice = <const T extends string>(options: readonly T[], defaultValue: NoInfer<T>) =>
  ({ kind: 'choice', options, defaultValue }) as const;

const number = (
  min: number,
  max: number,
  defaultValue: number,
  {
    integer = false,
    ...slider
  }: Pick<NumberDeclaration, 'step' | 'sliderMax'> & { readonly integer?: boolean },
) => ({ kind: 'number', min, max, integer, defaultValue, ...slider }) as const;

const text = (maxLength: number, defaultValue: string) =>
  ({ kind: 'text', maxLength, defaultValue }) as const;

const texts = (maxCount: number, maxLength: number) =>
  ({ kind: 'texts', maxCount, maxLength, defaultValue: [] as readonly string[] }) as const;

const structure = <T extends object>(defaultValue: T) => ({ kind: 'structure', defaultValue }) as const;

/**
 * The writer's preferences on this computer, each declared only here; the type `Preferences`, the defaults and the
 * schema are derived. They are stored as `preferences` in `settings.json` (`house.md`, *What lives where*).
 */
export const preferenceDeclarations = {
  /** `system` and `contrast` follow the system's light or dark setting; `contrast` is black and white. */
  theme: choice(['system', 'light', 'dark', 'contrast'], 'system'),
  /** Font family of the manuscript: one of the two bundled, or a system font. */
  font: choice(['literata', 'source-sans', 'serif', 'sans', 'mono'], 'literata'),
  /** Font size of the manuscript, in CSS pixels. */
  textSize: number(12, 40, 19, { step: 1 }),
  /** Characters per line, approximately. */
  measure: number(40, 120, 70, { step: 1 }),
  /** Line height as a multiple of the size. */
  leading: number(1.2, 2.6, 1.7, { step: 0.05 }),
  /** Extra space before a paragraph, in lines. */
  paragraphSpacing: number(0, 2, 0, { step: 0.1 }),
  /** Indent of a paragraph's first line, in ems. */
  firstLineIndent: number(0, 4, 1.5, { step: 0.25 }),
  /** Shows the text's authors. */
  authorship: flag(true),
  /** Style in which the text shows its authors. */
  authorLook: choice(['colour', 'underline'], 'colour'),
  /** When node boundaries show; holding Alt always shows them. */
  boundaries: choice(['hover', 'always'], 'hover'),
  /** Hovering over a model's text shows the probabilities of its tokens and the alternatives. */
  tokenProbabilities: flag(false),
  focusMode: flag(false),
  /** The part that is not dimmed in focus mode. */
  focusOn: choice(['paragraph', 'sentence'], 'paragraph'),
  /** Keeps the line of the caret at a fixed height and scrolls the text. */
  typewriter: flag(false),
  /** Styles emphasis, headings and scene breaks without changing the text. */
  markdown: flag(true),
  /** Underlines the keys of lore in the text (`lore.md`). */
  loreKeys: flag(false),
  /** Replaces straight quotes, double hyphens and three dots by typographic characters during typing. */
  smartPunctuation: flag(true),
  /** The key that sends a message; Shift with Enter does the other of sending and breaking the line. */
  sendWith: choice(['enter', 'shift-enter'], 'enter'),
  /** Formats the Markdown of messages, whose text stays as typed (`dialogue.md`, *The screen*). */
  formatMessages: flag(true),
  /** Instructions offered for a rewrite or a bridge; none: those of the program (`ui-text/rewrites.ts`). */
  rewriteInstructions: texts(50, 500),
  spellCheck: flag(true),
  /** The language of trees that have none of their own. */
  spellingLanguage: choice(SPELLING_LANGUAGES, 'en-US'),
  /** The writer's own dictionary. */
  ownWords: texts(20_000, 100),
  /** Target word count of a session; 0 for none. */
  sessionTarget: number(0, 100_000, 0, { integer: true, step: 50, sliderMax: 3_000 }),
  /** The longest result of an agent's or the writer's command that is sent or shown whole, in tokens. */
  resultTokens: number(200, 20_000, 1_000, { integer: true, step: 100, sliderMax: 5_000 }),
  /** The most that a conversation sends of the text that it is about, in tokens (`agents.md`, *What it is sent*). */
  topicTokens: number(100, 100_000, 4_000, { integer: true, step: 500, sliderMax: 20_000 }),
  /** Asks agents for search/replace blocks and diffs, rather than for a passage's replacement (`edits.md`). */
  editsByPatches: flag(true),
  /** The model that makes summaries, `provider:model`, of an agent of the grove; empty for none (`agents.md`, *Summaries*). */
  summaryModel: text(700, ''),
  /** A tree gets another summary after so many new texts. */
  summaryEvery: number(1, 1_000, 10, { integer: true, step: 1, sliderMax: 50 }),
  /** Starts with the last opened grove, not with the welcome page. */
  openLastGrove: flag(true),
  /** Exports of a manuscript that include its prompt fences (`layers.md`, *Dimensions and roll-off*). */
  exportedFences: choice(['markdown', 'always', 'never'], 'markdown'),
  /** Form of the names before the messages of an exported conversation (`dialogue.md`, *Export*). */
  exportedNames: choice(['bold', 'heading', 'colon'], 'bold'),
  grovePane: flag(true),
  inspector: flag(true),
  /** Widths of the side panes, in CSS pixels; 0 for the program's own. */
  groveWidth: number(0, 8_000, 0, { integer: true, step: 1 }),
  inspectorWidth: number(0, 8_000, 0, { integer: true, step: 1 }),
  inspectorTab: text(40, 'continuations'),
  /** The form in which *Scenes* shows a text. */
  scenesAs: choice(['cards', 'outline'], 'cards'),
  /** In the order they were saved; of a new grove's agents, the first is the one that Generate asks. */
  agentTemplates: structure<readonly AgentTemplate[]>([]),
  /** In the order they were saved. */
  documentTemplates: structure<readonly DocumentTemplate[]>([]),
  /** In creation order. */
  presets: structure<readonly Preset[]>([]),
  shortcuts: structure<Shortcuts>({ preset: 'aspen', overrides: {} }),
  /** Ids of commands recently run from the palette, newest first. */
  recentCommands: texts(20, 80),
  /** Looks for a newer version of the program once a day (`packaging.md`, *Updates*). */
  looksForUpdates: flag(false),
  /** The address of the service that stamps reports of authorship; empty for none (`books.md`, *Time stamps*). */
  stampService: text(500, ''),
  /** By the id of a conversation, how many replies arrived there while the writer did not look. */
  unseenReplies: structure<Readonly<Record<string, number>>>({}),
  /** By the id of a tree, the choices with which it was last exported. */
  exports: structure<Readonly<Record<string, KeptExport>>>({}),
} as const satisfies Readonly<Record<string, Declaration>>;

type Declarations = typeof preferenceDeclarations;
export type PreferenceName = keyof Declarations;

/** The values a declaration allows. */
type ValueOf<D extends Declaration> = D extends {
  readonly kind: 'choice';
  readonly options: readonly (infer T)[];
}
  ? T
  : D extends { readonly kind: 'number' }
    ? number
    : D extends { readonly kind: 'flag' }
      ? boolean
      : D['defaultValue'];

/** The preferences of the writer on this computer. */
export type Preferences = { readonly [K in PreferenceName]: ValueOf<Declarations[K]> };

/** The preferences that are numbers. */
export type NumberPreference = {
  [K in PreferenceName]: Declarations[K] extends NumberRange ? K : never;
}[PreferenceName];

/** The preferences to change; omitted ones stay. */
export type PreferencesPatch = Partial<Preferences>;

/** A problem with reading `settings.json`, described for the writer. */
export interface SettingsTrouble {
  readonly sentence: string;
  readonly detail: string;
}

export const defaultPreferences = Object.fromEntries(
  Object.entries(preferenceDeclarations).map(([name, { defaultValue }]) => [name, defaultValue]),
) as unknown as Preferences;
