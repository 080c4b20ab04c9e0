/** The agents of a grove, in the settings. */
import { sentenceOfTokens } from '../page/generate.ts';

/** Text that a model writes between thinking tags, such as `<think>`, before its answer. */
export const THINKING = {
  label: 'Thinking between marks',
  options: [
    { value: 'none', text: 'Left out of the text' },
    { value: 'text', text: 'Part of the text' },
  ],
} as const;

/** Ways of asking a model to continue a text. */
export const ASKING_STYLES = {
  label: 'How to ask it',
  options: [
    {
      value: 'completion',
      text: 'Continue the text',
      sentence: 'The text is sent as it is and the model continues it: for base models.',
    },
    {
      value: 'chat-continue',
      text: 'Ask it to continue',
      sentence: 'The model is told to continue the text and nothing else: for instruct models.',
    },
    {
      value: 'chat',
      text: 'Chat: one message for each text',
      sentence: 'In conversations the messages are sent as they are; in manuscripts it is told to continue.',
    },
  ],
} as const;

export const NO_GROVE_NO_AGENTS = 'Agents belong to a grove. Open one to see its agents.';
export const READ_ONLY_AGENTS = 'This grove is read-only, and so are its agents.';

export const agentsIntro = (grove: string) =>
  `An agent is a model with a name, a colour and its own parameters. Agents are saved in this grove, ${grove}.`;
export const ON_THIS_COMPUTER = 'on this computer';
export const NEW_AGENT = 'New agent';
export const CREATE_AGENT = 'Create agent';
export const CANCEL = 'Cancel';
export const ARCHIVED_AGENTS = 'Agents put away';
export const ARCHIVED = 'Put away';
export const duplicateAgent = (name: string) => `Duplicate ${name}`;
export const archiveAgent = (name: string) => `Put away ${name}`;

export const AN_AGENT = 'An agent';
export const NAME = 'Name';
export const COLOUR = 'Colour';
export const SYSTEM_PROMPT = 'System prompt';
export const SYSTEM_PROMPT_HINT = 'Sent before the text; leave empty for none.';
export const TOKENS_EACH = 'Tokens per continuation';
const TOKENS_EACH_HINT = 'Used until a tree has its own setting.';
/** @param tokens null while it is empty */
export const hintOnTokens = (tokens: number | null) =>
  tokens === null ? TOKENS_EACH_HINT : `${sentenceOfTokens(tokens)} ${TOKENS_EACH_HINT}`;
export const CONTEXT_LENGTH = 'Context length';
export const CONTEXT_LENGTH_HINT =
  'How much the model reads and writes at once, in tokens; leave empty for no limit.';
export const ANY_LENGTH = 'any';
export const PARAMETERS = 'Parameters';
export const PROVIDERS_DEFAULT = 'provider’s default';

export const PROVIDER = 'Provider';
export const MODEL = 'Model';
export const OFFLINE_CHOICE = 'Offline, on this computer';
export const notSetUp = (provider: string) => `${provider} (not set up)`;
export const NO_SUCH_PROVIDER = 'No service with this name is set up here: see Providers.';

/** Hint on the service's list in a model's field. @param facts of the model, as listed; may be empty */
export function modelHint(state: 'reading' | 'read' | 'failed' | null, facts: string): string {
  if (state === 'reading') return 'Loading the service’s list…';
  if (state === 'failed') return 'The service’s list could not be read; type the model’s exact name.';
  if (facts !== '') return `${facts}, according to the service’s list.`;
  return 'The service’s name for it; its list appears as you type.';
}
