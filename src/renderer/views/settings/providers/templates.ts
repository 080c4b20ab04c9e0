/** Services that speak the wire format, and their addresses (`generation.md`, *Agents and providers*). */
export interface ProviderTemplate {
  readonly name: string;
  readonly baseUrl: string;
  /** Where an older version of it is, if nothing answers there. */
  readonly olderUrls?: readonly string[];
  /** What it is and what it needs. */
  readonly sentence: string;
  /** Where to get a key; null if none is needed. */
  readonly key: string | null;
  readonly where: 'elsewhere' | 'here';
}

export const templates: readonly ProviderTemplate[] = [
  {
    name: 'OpenAI',
    baseUrl: 'https://api.openai.com/v1',
    sentence: 'Instruct models, which are told to continue the text.',
    key: 'Create a key under API keys, in your account on platform.openai.com.',
    where: 'elsewhere',
  },
  {
    name: 'OpenRouter',
    baseUrl: 'https://openrouter.ai/api/v1',
    sentence: 'Models from many makers, including base models, with one key and a price for each.',
    key: 'Create a key under Keys, in your account on openrouter.ai.',
    where: 'elsewhere',
  },
  {
    name: 'Together',
    baseUrl: 'https://api.together.xyz/v1',
    sentence: 'Open models, some of them base models.',
    key: 'Create a key in your account on api.together.ai.',
    where: 'elsewhere',
  },
  {
    name: 'Hyperbolic',
    baseUrl: 'https://api.hyperbolic.xyz/v1',
    sentence: 'Open models; known to loom writers for a large base model.',
    key: 'Create a key in your account on app.hyperbolic.ai.',
    where: 'elsewhere',
  },
  {
    name: 'llama.cpp server',
    baseUrl: 'http://localhost:9931/v1',
    olderUrls: ['http://localhost:8080/v1'],
    sentence: 'One model file on this computer; start it with llama-server.',
    key: null,
    where: 'here',
  },
  {
    name: 'Ollama',
    baseUrl: 'http://localhost:11434/v1',
    sentence: 'Models it has downloaded to this computer.',
    key: null,
    where: 'here',
  },
  {
    name: 'LM Studio',
    baseUrl: 'http://localhost:1234/v1',
    sentence: 'Models on this computer, once its server is started in the Developer tab.',
    key: null,
    where: 'here',
  },
  {
    name: 'vLLM',
    baseUrl: 'http://localhost:8000/v1',
    sentence: 'A fast server for a graphics card, on this computer or behind https.',
    key: null,
    where: 'here',
  },
  {
    name: 'Something else',
    baseUrl: 'http://localhost:8000/v1',
    sentence: 'Any server that speaks the OpenAI wire format; enter its address yourself.',
    key: null,
    where: 'here',
  },
];
