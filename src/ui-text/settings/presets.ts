/** Presets: saved ways to ask for continuations. */

export const PRESETS_INTRO =
  'A preset sets which agent is asked, for how much and with which parameters; anything it leaves open stays as it is. Choose it next to Generate, or with its key.';
export const NEW_PRESET = 'New preset';
export const presetRemoved = (name: string) => `${name} was removed.`;
export const removePresetNamed = (name: string) => `Remove ${name}`;
export const countAtOnce = (count: number) => `${count} at once`;
export const tokensOfEach = (tokens: number) => `${tokens} tokens`;
export const temperatureOf = (temperature: number) => `temperature ${temperature}`;

export const A_PRESET = 'A preset';
export const KEY = 'Key';
export const NO_KEY = 'None';
/** A key that another preset has. */
export const nowOf = (name: string) => ` (now ${name})`;
export const AGENT = 'Agent';
export const OWN_AGENTS = 'The tree’s own agents';
export const OTHER_GROVES_AGENT = 'An agent in another grove';
export const HOW_MANY = { label: 'How many', sentence: 'Continuations per request.' } as const;
export const HOW_LONG = {
  label: 'Tokens each',
  sentence: 'The maximum length of a continuation.',
} as const;
export const TREES_SETTING = 'tree’s own setting';
export const AGENTS_SETTING = 'agent’s own setting';

/** What a new preset is called. */
export function presetName(number: number): string {
  return `Preset ${number}`;
}
/** The command that chooses one, and what is announced then. */
export function presetChosen(name: string): string {
  return `Preset: ${name}`;
}
export const WITHOUT_PRESET = 'No preset';
