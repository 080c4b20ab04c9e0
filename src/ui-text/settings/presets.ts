/** Presets: saved ways to ask for continuations. */
import { sentenceOfTokens } from '../page/generate.ts';

export const PRESETS_INTRO =
  'A preset sets which agent is asked, for how much and with which parameters; anything it leaves open stays as it is. Choose it next to Generate, or with its key.';
export const NEW_PRESET = 'New preset';
export const presetRemoved = (name: string) => `${name} was removed.`;
export const removePresetNamed = (name: string) => `Remove ${name}`;
export const countAtOnce = (count: number) => `${count} at once`;
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
/** The same with a length, in words too. */
export const sentenceOfLength = (tokens: number) => `${HOW_LONG.sentence} ${sentenceOfTokens(tokens)}`;
export const TREES_SETTING = 'tree’s own setting';
export const AGENTS_SETTING = 'agent’s own setting';

/** The name of a new preset. */
export function presetName(number: number): string {
  return `Preset ${number}`;
}
/** The command that chooses one, and what is announced then. */
export function presetChosen(name: string): string {
  return `Preset: ${name}`;
}
export const WITHOUT_PRESET = 'No preset';

/** The writer's templates: agents kept for all groves. */
export const TEMPLATES = 'Your templates';
export const TEMPLATES_INTRO =
  'Agents kept on this computer for all groves. A new grove gets them; here you add them to this one.';
export const TEMPLATES_INTRO_ELSEWHERE =
  'Agents kept on this computer for all groves. A new grove gets them; an open one lets you add them here.';
export const NO_TEMPLATES = 'None yet: save an agent as a template, and it is offered in every grove.';
export const ADD_FROM_TEMPLATES = 'Add from your templates';
export const templateName = (name: string) => `Name of the template ${name}`;
export const addToGrove = (name: string) => `Add ${name} to this grove`;
export const ADD = 'Add';
export const RENAME = 'Rename';
export const REMOVE = 'Remove';
export const rename = (name: string) => `Rename the template ${name}`;
export const remove = (name: string) => `Remove the template ${name}`;
export const saveAsTemplate = (name: string) => `Save ${name} as a template`;
export const templateSaved = (name: string) => `${name} is now a template for all groves.`;
export const templateUpdated = (name: string) => `The template ${name} has these settings now.`;
export const templateRemoved = (name: string) => `The template ${name} was removed.`;
export const templateRenamed = (before: string, name: string) =>
  `The template ${before} is called ${name} now.`;
export const NAME_TAKEN = 'Another template has this name.';
export const agentAdded = (name: string) => `${name} was added to this grove.`;

/** As a sentence begins about one. */
export const A_TEMPLATE = 'A template';
