import type { NumericSampling } from '../../../session/settings/preferences-session.ts';

export interface ParameterDefinition {
  readonly name: NumericSampling;
  readonly label: string;
  readonly sentence: string;
  /** The slider's maximum; a larger value can be typed. */
  readonly sliderMax: number;
  readonly step: number;
  /** The value it gets when it is switched on. */
  readonly initialValue: number;
}

export const parameters: readonly ParameterDefinition[] = [
  {
    name: 'temperature',
    label: 'Temperature',
    sentence:
      '0 always picks the likeliest token, 1 samples as the model was trained, higher values are wilder.',
    sliderMax: 2,
    step: 0.05,
    initialValue: 1,
  },
  {
    name: 'topP',
    label: 'Top-p',
    sentence: 'Only the likeliest tokens that together reach this probability.',
    sliderMax: 1,
    step: 0.01,
    initialValue: 0.95,
  },
  {
    name: 'topK',
    label: 'Top-k',
    sentence: 'Only this many of the likeliest tokens; 0 means no limit. Not every service supports it.',
    sliderMax: 200,
    step: 1,
    initialValue: 40,
  },
  {
    name: 'minP',
    label: 'Min-p',
    sentence: 'Only tokens at least this likely, relative to the likeliest. Not every service supports it.',
    sliderMax: 0.5,
    step: 0.01,
    initialValue: 0.05,
  },
  {
    name: 'frequencyPenalty',
    label: 'Frequency penalty',
    sentence: 'Makes a token less likely each time it is used.',
    sliderMax: 2,
    step: 0.05,
    initialValue: 0,
  },
  {
    name: 'presencePenalty',
    label: 'Presence penalty',
    sentence: 'Makes a token less likely once it has been used.',
    sliderMax: 2,
    step: 0.05,
    initialValue: 0,
  },
  {
    name: 'repetitionPenalty',
    label: 'Repetition penalty',
    sentence: 'Divides the likelihood of tokens already used; 1 does nothing. Not every service supports it.',
    sliderMax: 2,
    step: 0.01,
    initialValue: 1.1,
  },
  {
    name: 'logprobs',
    label: 'Token alternatives',
    sentence: 'How many alternatives to record for each token, to inspect and branch from.',
    sliderMax: 20,
    step: 1,
    initialValue: 5,
  },
];
