import { PARAMETER_WORDS } from '../../../../ui-text/settings/parameters.ts';
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
    ...PARAMETER_WORDS.temperature,
    sliderMax: 2,
    step: 0.05,
    initialValue: 1,
  },
  {
    name: 'topP',
    ...PARAMETER_WORDS.topP,
    sliderMax: 1,
    step: 0.01,
    initialValue: 0.95,
  },
  {
    name: 'topK',
    ...PARAMETER_WORDS.topK,
    sliderMax: 200,
    step: 1,
    initialValue: 40,
  },
  {
    name: 'minP',
    ...PARAMETER_WORDS.minP,
    sliderMax: 0.5,
    step: 0.01,
    initialValue: 0.05,
  },
  {
    name: 'frequencyPenalty',
    ...PARAMETER_WORDS.frequencyPenalty,
    sliderMax: 2,
    step: 0.05,
    initialValue: 0,
  },
  {
    name: 'presencePenalty',
    ...PARAMETER_WORDS.presencePenalty,
    sliderMax: 2,
    step: 0.05,
    initialValue: 0,
  },
  {
    name: 'repetitionPenalty',
    ...PARAMETER_WORDS.repetitionPenalty,
    sliderMax: 2,
    step: 0.01,
    initialValue: 1.1,
  },
  {
    name: 'logprobs',
    ...PARAMETER_WORDS.logprobs,
    sliderMax: 20,
    step: 1,
    initialValue: 5,
  },
];
