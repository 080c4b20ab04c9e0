/** Services that speak the wire format, and their addresses (`generation.md`, *Agents and providers*). */

import type { CompletionStyle } from '../../../core/tree/agent.ts';
import {
  KEY_SOURCES,
  OTHER_SERVICE,
  SERVICE_SENTENCES,
  type ServiceId,
} from '../../../ui-text/settings/providers.ts';

export interface ServiceTemplate {
  readonly id: ServiceId;
  readonly name: string;
  readonly baseUrl: string;
  /** Addresses of older versions of it, if nothing answers there. */
  readonly olderUrls?: readonly string[];
  /** Sent with every request. */
  readonly headers: Readonly<Record<string, string>>;
  /** Its description, and its requirements. */
  readonly sentence: string;
  /** The source of a key; null if none is needed. */
  readonly key: string | null;
  readonly where: 'elsewhere' | 'here';
  /** The style of requests to most of its models. */
  readonly style: Exclude<CompletionStyle, 'chat'>;
  /** It has no other way to ask a model. */
  readonly chatsOnly: boolean;
  /** A path below the address that wants the key, of a service that lists its models to anyone. */
  readonly keyPath?: string;
  /** It passes requests on to hosts, which a request can choose. */
  readonly picksHosts?: true;
}

type Particulars = Partial<Omit<ServiceTemplate, 'id' | 'name' | 'baseUrl' | 'sentence' | 'key' | 'where'>>;

/** A service elsewhere, which needs a key. */
function elsewhere(
  id: keyof typeof KEY_SOURCES,
  name: string,
  baseUrl: string,
  particulars: Particulars = {},
): ServiceTemplate {
  const sentence = SERVICE_SENTENCES[id];
  const usual = { headers: {}, style: 'chat-continue', chatsOnly: false } as const;
  return { id, name, baseUrl, sentence, key: KEY_SOURCES[id], where: 'elsewhere', ...usual, ...particulars };
}

/** A server on this computer. */
function here(id: ServiceId, name: string, baseUrl: string, particulars: Particulars = {}): ServiceTemplate {
  const sentence = SERVICE_SENTENCES[id];
  const usual = { headers: {}, style: 'completion', chatsOnly: false } as const;
  return { id, name, baseUrl, sentence, key: null, where: 'here', ...usual, ...particulars };
}

export const serviceTemplates: readonly ServiceTemplate[] = [
  elsewhere('openai', 'OpenAI', 'https://api.openai.com/v1'),
  elsewhere('openrouter', 'OpenRouter', 'https://openrouter.ai/api/v1', {
    keyPath: '/key',
    picksHosts: true,
  }),
  // Its address that speaks the wire format. The header is for its list of models, which does not.
  elsewhere('anthropic', 'Anthropic', 'https://api.anthropic.com/v1', {
    headers: { 'anthropic-version': '2023-06-01' },
    chatsOnly: true,
  }),
  elsewhere('together', 'Together', 'https://api.together.xyz/v1'),
  elsewhere('groq', 'Groq', 'https://api.groq.com/openai/v1', { chatsOnly: true }),
  elsewhere('hyperbolic', 'Hyperbolic', 'https://api.hyperbolic.xyz/v1'),
  // Its completions wrap the text in the model's chat template.
  here('ollama', 'Ollama', 'http://localhost:11434/v1', { style: 'chat-continue' }),
  here('lmstudio', 'LM Studio', 'http://localhost:1234/v1'),
  here('llamacpp', 'llama.cpp server', 'http://localhost:9931/v1', {
    olderUrls: ['http://localhost:8080/v1'],
  }),
  here('vllm', 'vLLM', 'http://localhost:8000/v1'),
  here('other', OTHER_SERVICE, 'http://localhost:8000/v1'),
];
