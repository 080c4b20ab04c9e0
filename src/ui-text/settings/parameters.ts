/** The parameters of sampling, by name, and the fields below them. */

export const PARAMETER_WORDS = {
  temperature: {
    label: 'Temperature',
    sentence:
      '0 always picks the likeliest token, 1 samples as the model was trained, higher values are wilder.',
  },
  topP: { label: 'Top-p', sentence: 'Only the likeliest tokens that together reach this probability.' },
  topK: {
    label: 'Top-k',
    sentence: 'Only this many of the likeliest tokens; 0 means no limit. Not every service supports it.',
  },
  minP: {
    label: 'Min-p',
    sentence: 'Only tokens at least this likely, relative to the likeliest. Not every service supports it.',
  },
  frequencyPenalty: {
    label: 'Frequency penalty',
    sentence: 'Makes a token less likely each time it is used.',
  },
  presencePenalty: {
    label: 'Presence penalty',
    sentence: 'Makes a token less likely once it has been used.',
  },
  repetitionPenalty: {
    label: 'Repetition penalty',
    sentence: 'Divides the likelihood of tokens already used; 1 does nothing. Not every service supports it.',
  },
  logprobs: {
    label: 'Token alternatives',
    sentence: 'How many alternatives to record for each token, to inspect and branch from.',
  },
} as const;

export const setHere = (label: string) => `Set ${label.toLowerCase()} here`;

export const SEED = 'Seed';
export const SEED_HINT =
  'The same seed and text give the same continuation, if the service supports it. Leave empty for a new one each time.';
export const STOPS = 'Stop sequences';
export const STOPS_HINT = 'A continuation ends before any of these, one per line; \\n is a line end.';
export const BIASES = 'Logit bias';
export const BIASES_HINT =
  'A token’s number, a colon, and what to add to its logit, one per line: 50256: -100.';
export const EXTRA = 'Additional fields';
export const EXTRA_HINT = 'JSON added to every request as it is; it overrides everything above.';
