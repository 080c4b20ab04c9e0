/** The services that are set up, in the settings. */
import type { RefusedFields } from '../../core/answers/refused-fields.ts';
import { countOf } from '../plural.ts';

export const PROVIDERS_INTRO =
  'A service is sent text only when you ask it for continuations. The offline agent needs no service.';
export const providerRemoved = (name: string) => `${name} was removed, and its key deleted.`;
export const SET_UP = 'Set up a service';
export const removeProvider = (name: string) => `Remove ${name}`;

export const NAME = 'Name';
export const A_SERVICE = 'A service';
export const ADDRESS_OF_SERVICE = 'The service’s address, usually ending in /v1.';
export const NEW_ADDRESS = 'Changing the address deletes the key.';
export const MORE_FIELDS = 'Headers and additional fields';
export const HEADERS = 'Headers';
export const HEADERS_HINT = 'Sent with every request; Name: value, one per line. Do not put a key here.';
export const FIELDS = 'Additional fields';
export const FIELDS_HINT = 'JSON added to every request to this service; an agent’s own fields override it.';
export const DELETE_KEY = 'Delete key';

export const TEST_CONNECTION = 'Test connection';
export const TESTING = 'Requesting a few tokens…';
export const STOP_WAITING = 'Stop waiting';
export const NOT_TESTED = 'Requests a few tokens to find out what the service can do.';
export const testedAt = (time: string) => `Tested ${time}.`;
export const testedWith = (model: string) => `Tested with ${model}.`;

export const SHOW_MODELS = 'Show models';
export const RELOAD_MODELS = 'Reload models';
export const LOADING_MODELS = 'Loading the list…';
export const FILTER = 'Filter';
export const filterModelsOf = (name: string) => `Filter the models of ${name}`;
export const modelsOf = (name: string) => `Models of ${name}`;

/** Number of models in a list, and of those that a filter leaves. */
export function listedModels(found: number, all: number): string {
  if (all === 0) return 'It lists no models: type their names yourself.';
  return found < all ? `${found} of ${all} models` : countOf(all, 'model');
}

/** Places in which a key is kept. */
export const KEY_PLACES = {
  none: 'There is no key.',
  kept: 'A key is stored in this system’s keychain.',
  session: 'A key is kept in memory until the program ends: it could not be stored in a keychain.',
} as const;

/** The same, on a service's line. */
export const SHORT_KEY_PLACES = {
  none: 'no key',
  kept: 'key stored',
  session: 'key for this session',
} as const;

/** Abilities found in a service, on its line. */
export const SHORT_ABILITIES = {
  untested: 'not tested',
  both: 'continues text, chats',
  completions: 'continues text',
  chat: 'chats',
  none: 'the last test failed',
} as const;

export const tokensOf = (count: string) => `${count} tokens`;
export const FREE = 'free';
export const pricesOf = (prompt: string, completion: string) => `${prompt} in, ${completion} out per million`;

export function serviceRemoved(name: string): string {
  return `${name} was removed.`;
}
export function serviceRestored(name: string): string {
  return `${name} is back.`;
}
export const SERVICE_GONE = 'This service was removed.';

export const FORGET_REFUSED = 'Forget';
export const FORGET_REFUSED_LABEL = 'Forget what it refused, and send it again';

/** Fields that a service refused for a model. @param fields by their names, with their substitutes; null for none */
export function refusedBy(model: string, fields: RefusedFields): string {
  return `It refused part of a request to ${model}: ${Object.entries(fields).map(sentInstead).join(', ')}.`;
}

/** The substitute for a field that a service refuses. */
export function sentInstead([name, instead]: readonly [
  name: string,
  instead: string | number | null,
]): string {
  if (typeof instead === 'number') return `${name} is at most ${instead}`;
  return typeof instead === 'string' ? `${name} is sent as ${instead}` : `${name} is left out`;
}

/** The services that can be set up from a template, by the template's id: what each is, and where its keys come from. */
export const SERVICE_SENTENCES = {
  openai: 'Instruct models, which are told to continue the text.',
  openrouter: 'Models from many makers, including base models, with one key and a price for each.',
  anthropic: 'The Claude models, which are told to continue the text.',
  together: 'Open models, some of them base models.',
  groq: 'Open models that answer very fast.',
  hyperbolic: 'Open models; known to loom writers for a large base model.',
  ollama: 'Models it has downloaded to this computer.',
  lmstudio: 'Models on this computer, once its server is started in the Developer tab.',
  llamacpp: 'One model file on this computer; start it with llama-server.',
  vllm: 'A fast server for a graphics card, on this computer or behind https.',
  other: 'Any server that speaks the OpenAI wire format; enter its address yourself.',
} as const;

export type ServiceId = keyof typeof SERVICE_SENTENCES;

/** Sources of a key. */
export const KEY_SOURCES = {
  openai: 'Create a key under API keys, in your account on platform.openai.com.',
  openrouter: 'Create a key under Keys, in your account on openrouter.ai.',
  anthropic: 'Create a key under API keys, in your account on console.anthropic.com.',
  together: 'Create a key in your account on api.together.ai.',
  groq: 'Create a key under API Keys, in your account on console.groq.com.',
  hyperbolic: 'Create a key in your account on app.hyperbolic.ai.',
} as const satisfies Partial<Record<ServiceId, string>>;

/** A service that is not among those that are named. */
export const OTHER_SERVICE = 'Something else';
