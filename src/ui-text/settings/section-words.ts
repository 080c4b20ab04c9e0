/** The sections of the settings: what each is called, and what it is for, which a search matches too. */

export const SECTION_WORDS = {
  appearance: { title: 'Appearance', sentence: 'Light or dark, authors’ colours, and the panes.' },
  text: { title: 'Text', sentence: 'The typography of the manuscript.' },
  writing: { title: 'Writing', sentence: 'What helps while typing.' },
  providers: {
    title: 'Providers',
    sentence: 'The services that write continuations, with their addresses and keys.',
  },
  agents: {
    title: 'Agents',
    sentence:
      'The models that write continuations, each with a name, a colour, a temperature and other parameters, and what it may do in a tree: its permissions and limits.',
  },
  presets: {
    title: 'Presets',
    sentence: 'Saved ways to generate: which agent, how many continuations, how many tokens.',
  },
  shortcuts: { title: 'Shortcuts', sentence: 'The keys for each command.' },
  usage: { title: 'Usage', sentence: 'The tokens and costs of this grove’s continuations.' },
  privacy: {
    title: 'Privacy',
    sentence: 'What leaves this computer. There is no telemetry.',
  },
} as const;

export const SETTINGS = 'Settings';
export const SECTIONS = 'Sections';
export const CLOSE_SETTINGS = 'Close the settings';
export const SEARCH_SETTINGS = 'Search the settings';
export const FOUND = 'Found';
/** A fold of settings that few writers change. */
export const FOR_EXPERTS = 'For experts';
export const RESET = 'Reset';
export const resetOf = (label: string) => `Reset: ${label}`;
export const RESTORE = 'Bring back';
export const restoreOf = (name: string) => `Bring back ${name}`;

/** Number of settings that a search found. */
export function foundCount(count: number, query: string): string {
  if (count === 0) return `No setting matches “${query.trim()}”.`;
  return count === 1 ? '1 found' : `${count} found`;
}

/** Data that leave this computer: a first line, then paragraphs. */
export const PRIVACY = {
  line: 'Nothing is sent about you.',
  paragraphs: [
    'There is no telemetry: the program collects nothing, reports nothing and needs no account. It looks for a newer version only if you ask it to, or allow it below: then it reads the project’s list of versions, and sends nothing about you.',
    'What you write is stored in the grove’s file, wherever you put it. These settings, and notes until you save them, are stored in a separate file on this computer and never in a grove.',
    'So that undo still works after a restart, words that you deleted stay on this computer, outside the grove and its copies, until you delete their tree or remove the grove from the recent ones.',
    'The offline agent runs on this computer. Any other model is sent text only when you ask it for continuations.',
    'If you enter a service of time stamps below, it is sent the fingerprint of a report of authorship, each time that you ask for a stamp, and nothing else.',
    'A key is stored in this system’s keychain or, if there is none, in memory until the program ends. It is sent only to the address it was entered for; no grove, log or page contains it.',
  ],
} as const;

/** A page to see the typography by. */
export const PREVIEW = {
  label: 'Preview',
  first: 'The lake had frozen in a single night, and in the morning there was no sound from it at all.',
  coloured: 'She walked out as far as the third post and listened for the water under her boots.',
  second: '“It will hold,” he said from the shore.',
  underlined: 'Nobody had asked him, and the ice answered first.',
  caption: 'What a model wrote, in its colour above and underlined below.',
} as const;
