/** The page that leads from a service's key to the first continuation. */
import type { ErrorCode } from '../../core/errors.ts';
import { countOf } from '../plural.ts';

export const CONNECT_TITLE = 'Connect a model';
export const SERVICES = 'Services';
export const CLOSE_CONNECT = 'Close this page';

/** On the welcome page, and below continuations of the built-in model. */
export const HAVE_A_KEY = 'Have an account with a service, or a model on this computer?';
/** In the settings. */
export const GUIDED = 'From a key to a model that writes, on one page:';
export const BUILT_IN_ONLY = 'Only the small built-in model has written here.';

export const ADDRESS = 'Address';
export const ADDRESS_HINT = 'Usually ends in /v1.';
export const ADDRESS_MISSING = 'Enter the address of the server first.';
export const ADDRESS_WRONG =
  'An address begins with https://, or with http:// for a server on this computer or in your own network.';
export const NOT_ENCRYPTED = 'Not encrypted; only on your own network.';

export const KEY = 'Key';
export const keyFor = (service: string) => `Key for ${service}`;
export const KEY_IF_NEEDED = 'Only if the server asks for one.';
export const KEY_PROMISE = 'It is kept in this system’s keychain, and sent only to the service.';
export const KEY_CHARACTERS = 'A key has no spaces or accents.';
export const REPLACE_KEY = 'Replace key';
export const KEEP_KEY = 'Keep the current key';
export const SAVE_KEY = 'Save key';

export const TEST = 'Test';
export const IF_NEEDS_HEADERS = 'If it needs headers';
export const TEST_HINT = 'Asks for the list of its models, and sends no text.';
export const reading = (service: string) => `Asking ${service} for its models…`;

export const MODELS = 'Models';
export const FILTER_MODELS = 'Filter the models';
export const modelCount = (count: number) => countOf(count, 'model');
export const foundOf = (found: number, all: number) => `${found} of ${countOf(all, 'model')}`;
export const moreModels = (count: number) =>
  `${countOf(count, 'more model')}: type in the filter to find ${count === 1 ? 'it' : 'them'}.`;
export const chooseTyped = (model: string) => `Choose “${model}” all the same`;
export const NONE_FOUND = 'The list has no such model.';
export const MODEL_NAME = 'Name of the model';
export const MODEL_NAME_HINT = 'Exactly as the service calls it.';

export const HOSTS = 'Hosts (optional)';
export const HOSTS_HINT =
  'OpenRouter passes requests on to other services. To have only some of them answer, name them in the order of your choice, such as DeepInfra, Together.';

/** Before the names of those that have the model. */
export const HOSTS_OF_MODEL = 'They have this model:';

export const KEEP_FOR_ALL = 'Keep it for all groves: new ones get it, the others offer it';
export const USE_MODEL = 'Use this model';
export const USE_ANYWAY = 'Use it anyway';
export const usedIn = (grove: string) => `It becomes an agent of ${grove}, and Generate asks it.`;
export const USED_IN_NEW = 'A new grove opens with it, and Generate asks it.';
export const READ_ONLY = 'This grove is read-only: open another one to use a model.';
export const trying = (model: string) => `Asking ${model} for a few tokens…`;
export const ready = (agent: string) => `${agent} is ready. Generate asks it.`;

/** The way that the writer chose to ask a model is not one that it has. */
export function styleRefused(model: string, style: 'completion' | 'chat-continue'): string {
  return style === 'completion'
    ? `${model} does not continue a text by itself: choose “Ask it to continue”.`
    : `${model} does not take instructions: choose “Continue the text”.`;
}

/** The service in a sentence about a failure. */
export interface FailedService {
  readonly name: string;
  /** Host of its address. */
  readonly host: string;
  /** It runs on this computer. */
  readonly isHere: boolean;
  readonly hasKey: boolean;
}

/** Returns true if a list of models failed only because the service has none: the writer types the model's name. */
export function isListMissing(code: ErrorCode): boolean {
  return code === 'MODEL_NOT_FOUND' || code === 'MALFORMED_RESPONSE';
}

/** Why a service's models could not be listed, and what helps. @param detail of the service; may be empty */
export function listFailed(code: ErrorCode, detail: string, service: FailedService): string {
  const { name, host, isHere, hasKey } = service;
  switch (code) {
    case 'AUTHENTICATION':
      return hasKey
        ? `${name} does not accept this key. Was it copied whole, and is it still valid?`
        : `${name} asks for a key.`;
    case 'NETWORK':
      return isHere
        ? `Nothing answers at ${host}. Start ${name}, then test again.`
        : `${name} could not be reached. Check the address and the connection, then test again.`;
    case 'TIMEOUT':
      return `${name} did not answer in time. Test again in a moment.`;
    case 'NO_CREDIT':
      return `${name} says that the account has too little credit${detail === '' ? '.' : `: ${detail}`}`;
    case 'RATE_LIMITED':
      return `${name} refuses requests for now: there were too many.`;
    case 'MODEL_NOT_FOUND':
    case 'MALFORMED_RESPONSE':
      return `${name} does not list its models. Enter the name of one.`;
    default:
      return detail === ''
        ? `${name} answered with an error. Test again in a moment.`
        : `${name} answered with an error: ${detail}`;
  }
}

/** A list without models. */
export function noModels(service: Pick<FailedService, 'name' | 'isHere'>): string {
  return service.isHere
    ? `${service.name} answers, but has no model yet. Download or load one there, then test again.`
    : `${service.name} answers, but lists no models. Enter the name of one.`;
}

/** @param reason of the service; may be empty */
export function modelFailed(model: string, reason: string): string {
  return reason === '' ? `${model} did not answer.` : `${model} did not answer: ${reason}`;
}

/** In an empty field for the address of a service. */
export const EXAMPLE_ADDRESS = 'https://example.com/v1';

/** The page of a window without a grove. */
export const PROGRAM = 'Aspen Grove';
export const MOTTO = 'Write a story, ask how it might go on, and keep every branch.';
/** The three buttons: what each says, and its accessible name. */
export const NEW = 'New';
export const NEW_GROVE = 'New grove';
export const NEW_CONVERSATION = 'New conversation';
export const OPEN = 'Open';
export const OPEN_GROVE = 'Open…';
export const SAMPLE = 'Sample';
export const SAMPLE_GROVE = 'Sample grove';
export const NEW_HERE = 'New here?';
export const FIRST_STEPS = 'First steps';
export const FIRST_STEPS_ARE_SHORT = 'takes a minute, inside a tree.';
export const RECENT = 'Recent';
export const NO_LONGER_THERE = 'no longer there';
export const removeFromList = (name: string) => `Remove ${name} from this list`;
