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

/** Where to get a key. */
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
