/** Names, descriptions and options of settings, by the name of their preference; a section lists them in this order. */
import { LANGUAGE_NAMES } from '../app.ts';

const appearance = {
  theme: {
    label: 'Theme',
    sentence:
      'Light or dark paper; System follows your computer. High contrast is black on white or white on black.',
    options: [
      { value: 'system', text: 'System' },
      { value: 'light', text: 'Light' },
      { value: 'dark', text: 'Dark' },
      { value: 'contrast', text: 'High contrast' },
    ],
  },
  authorship: {
    label: 'Show who wrote what',
    sentence: 'Text that a model wrote looks different from yours.',
  },
  authorLook: {
    label: 'A model’s text',
    sentence: 'A separate colour for each model, or your own ink with a thin underline.',
    options: [
      { value: 'colour', text: 'Colour' },
      { value: 'underline', text: 'Underline' },
    ],
  },
  boundaries: {
    label: 'Where texts meet',
    sentence: 'Small ticks mark where one text ends and the next begins. Holding Alt always shows them.',
    options: [
      { value: 'hover', text: 'Under the pointer' },
      { value: 'always', text: 'Always' },
    ],
  },
  tokenProbabilities: {
    label: 'Token probabilities',
    sentence: 'Hovering over a model’s text shows how likely its words were, and the alternatives.',
  },
  grovePane: {
    label: 'Grove pane',
    sentence: 'Trees, search and bookmarks, to the left of the text.',
  },
  inspector: {
    label: 'Inspector',
    sentence:
      'Alternatives, the outline, the passage at the caret and what is sent, to the right of the text.',
  },
} as const;

const text = {
  font: {
    label: 'Font',
    sentence: 'Literata and Source Sans come with Aspen Grove; the others are your computer’s.',
    options: [
      { value: 'literata', text: 'Literata' },
      { value: 'source-sans', text: 'Source Sans' },
      { value: 'serif', text: 'Serif' },
      { value: 'sans', text: 'Sans' },
      { value: 'mono', text: 'Typewriter' },
    ],
  },
  textSize: {
    label: 'Size',
    sentence: 'The size of the letters.',
    unit: 'px',
  },
  measure: {
    label: 'Line length',
    sentence: 'About how many characters fit on a line if the window is wide enough.',
    unit: 'characters',
  },
  leading: {
    label: 'Line spacing',
    sentence: 'The distance from line to line, as a multiple of the size.',
    unit: '× size',
  },
  paragraphSpacing: {
    label: 'Space between paragraphs',
    sentence: 'The extra space before a new paragraph.',
    unit: 'lines',
  },
  firstLineIndent: {
    label: 'First-line indent',
    sentence: 'How far the first line of a paragraph is indented.',
    unit: 'em',
  },
} as const;

const writing = {
  openLastGrove: {
    label: 'Start with the last book',
    sentence:
      'The program opens the grove that you opened last, where you stopped; otherwise the welcome page.',
  },
  focusMode: {
    label: 'Focus mode',
    sentence: 'The text alone: the panes are hidden, and all but what you are writing is dimmed.',
  },
  focusOn: {
    label: 'In focus mode, keep lit',
    sentence: 'The rest of the text is dimmed while you write.',
    options: [
      { value: 'paragraph', text: 'The paragraph' },
      { value: 'sentence', text: 'The sentence' },
    ],
  },
  typewriter: {
    label: 'Typewriter scrolling',
    sentence: 'The line you are writing stays in place, and the text moves.',
  },
  markdown: {
    label: 'Show Markdown',
    sentence: 'Emphasis, headings and scene breaks are formatted; the text itself stays as typed.',
  },
  loreKeys: {
    label: 'Underline keys of lore',
    sentence: 'Names and words in a story that bring in what a document says of them.',
  },
  smartPunctuation: {
    label: 'Smart punctuation',
    sentence: 'Straight quotes, double hyphens and three dots become typographic ones as you type.',
  },
  sessionTarget: {
    label: 'Words per session',
    sentence: 'The status bar counts towards this target from the time the window opens; 0 means no target.',
    unit: 'words',
  },
  sendWith: {
    label: 'Send a message with',
    sentence: 'In a conversation; the other of the two begins a new line.',
    options: [
      { value: 'enter', text: 'Enter' },
      { value: 'shift-enter', text: 'Shift+Enter' },
    ],
  },
  formatMessages: {
    label: 'Format messages',
    sentence:
      'In a conversation, and in web pages and PDFs made of it, emphasis, lists, tables and other Markdown are formatted; the text itself stays as typed.',
  },
  exportedFences: {
    label: 'Export with prompts',
    sentence: 'What is left out of an export or a print is counted when it is done.',
    options: [
      { value: 'markdown', text: 'In Markdown and as typed' },
      { value: 'always', text: 'Always' },
      { value: 'never', text: 'Never' },
    ],
  },
  exportedNames: {
    label: 'Names in an exported conversation',
    sentence: 'Before each message, in Markdown and plain text.',
    options: [
      { value: 'bold', text: '**Name**' },
      { value: 'heading', text: '## Name' },
      { value: 'colon', text: 'NAME:' },
    ],
  },
  rewriteInstructions: {
    label: 'Instructions for rewriting',
    sentence:
      'Offered when you rewrite or bridge a passage, one per line. “Shorter” and “Expand” also change the length that is asked for.',
  },
  spellCheck: {
    label: 'Check spelling',
    sentence: 'Words not in a dictionary are underlined; the check runs on this computer.',
  },
  spellingLanguage: {
    label: 'Spelling',
    sentence: 'The language of trees that have none of their own; “Language of this tree…” sets one.',
    options: [
      { value: 'en-US', text: LANGUAGE_NAMES['en-US'] },
      { value: 'en-GB', text: LANGUAGE_NAMES['en-GB'] },
      { value: 'nl', text: LANGUAGE_NAMES.nl },
    ],
  },
  ownWords: {
    label: 'Your own words',
    sentence: 'Names and words that are correct but in no dictionary, one per line.',
  },
} as const;

/** Settings for the commands of every agent, and of the writer. */
const agents = {
  topicTokens: {
    label: 'The story in a conversation',
    sentence:
      'The most of the story around the caret that a conversation about it sends. The limit is a quarter of what the model can read.',
    unit: 'tokens',
  },

  summaryModel: {
    label: 'Summaries',
    sentence:
      'A model can put long texts, documents and trees in one or two sentences, which agents read where there is no room for all. Without one, the first words are used, and nothing is sent.',
  },
  summaryEvery: {
    label: 'Summary of a tree',
    sentence:
      'If a model makes summaries, a tree gets another one after so many new texts, and when you leave it.',
    unit: 'texts',
  },
} as const;

/** Settings of agents for experts. */
const agentsForExperts = {
  resultTokens: {
    label: 'Longest result of a command',
    sentence:
      'If a command shows a longer text, its middle is left out. The agent, or you, can ask for the rest.',
    unit: 'tokens',
  },
  editsByPatches: {
    label: 'Agents edit by patches',
    sentence:
      'Agents are told to send only what changes. Turn it off for models that cannot write patches: they then replace whole passages.',
  },
} as const;

const privacy = {
  looksForUpdates: {
    label: 'Look for a newer version',
    sentence:
      'Once a day, without saying who you are. Nothing is downloaded or installed unless you choose to.',
  },
  stampService: {
    label: 'Time stamps',
    sentence:
      'A service of time stamps (RFC 3161) can certify when a report of authorship existed. Only the fingerprint of the report is sent, and you see it first. Without an address, nothing is.',
  },
} as const;

/** By section. */
export const SETTING_WORDS = { appearance, text, writing, agents, agentsForExperts, privacy };
