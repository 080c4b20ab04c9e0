import type { SamplingSettings } from '../../../session/settings/agents-session.ts';

/** Parameters that are numbers along a line. */
export type NumberParameter =
  | 'temperature'
  | 'topP'
  | 'topK'
  | 'minP'
  | 'frequencyPenalty'
  | 'presencePenalty'
  | 'repetitionPenalty'
  | 'logprobs';

export interface ParameterWords {
  readonly name: NumberParameter & keyof SamplingSettings;
  readonly label: string;
  readonly sentence: string;
  readonly min: number;
  readonly max: number;
  /** Where the line ends; what is more is typed. */
  readonly lineTo: number;
  readonly step: number;
  /** Where it begins when it is first set. */
  readonly start: number;
}

export const parameters: readonly ParameterWords[] = [
  {
    name: 'temperature',
    label: 'Temperature',
    sentence: '0 takes the likeliest word each time, 1 writes as the model learned, more is wilder.',
    min: 0,
    max: 2,
    lineTo: 2,
    step: 0.05,
    start: 1,
  },
  {
    name: 'topP',
    label: 'Top-p',
    sentence: 'Only the likeliest tokens, until together they make up this share.',
    min: 0,
    max: 1,
    lineTo: 1,
    step: 0.01,
    start: 0.95,
  },
  {
    name: 'topK',
    label: 'Top-k',
    sentence: 'Only so many of the likeliest tokens; 0 is no limit. Not every service knows it.',
    min: 0,
    max: 1_000,
    lineTo: 200,
    step: 1,
    start: 40,
  },
  {
    name: 'minP',
    label: 'Min-p',
    sentence: 'Only tokens at least this likely, measured by the likeliest. Not every service knows it.',
    min: 0,
    max: 1,
    lineTo: 0.5,
    step: 0.01,
    start: 0.05,
  },
  {
    name: 'frequencyPenalty',
    label: 'Frequency penalty',
    sentence: 'Makes a token less likely each time it was used.',
    min: -2,
    max: 2,
    lineTo: 2,
    step: 0.05,
    start: 0,
  },
  {
    name: 'presencePenalty',
    label: 'Presence penalty',
    sentence: 'Makes a token less likely once it was used.',
    min: -2,
    max: 2,
    lineTo: 2,
    step: 0.05,
    start: 0,
  },
  {
    name: 'repetitionPenalty',
    label: 'Repetition penalty',
    sentence: 'Divides the likelihood of what was used; 1 does nothing. Not every service knows it.',
    min: 0,
    max: 2,
    lineTo: 2,
    step: 0.01,
    start: 1.1,
  },
  {
    name: 'logprobs',
    label: 'Token alternatives',
    sentence: 'How many other tokens are kept with each one, to look at and to branch on.',
    min: 0,
    max: 20,
    lineTo: 20,
    step: 1,
    start: 5,
  },
];
