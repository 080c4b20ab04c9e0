/** Schemas of an agent's parts, for requests and for the writer's templates (`preferences-schema.ts`). */
import * as v from 'valibot';
import type { TurnCaps } from '../../core/commands/caps.ts';
import { MAX_MARKER_LENGTH, MAX_MODEL_LENGTH } from '../../core/text/limits.ts';
import type { AgentConfiguration, AgentPermissions, Infill } from '../../core/tree/agent.ts';
import { type NumberRange, type NumericSampling, SAMPLING_RANGES } from '../preferences.ts';
import { jsonObject, listOf, recordOf, stringUpTo } from './bounded.ts';
import { remark } from './fields.ts';

/** More than the vocabulary of any service that takes biases lets through. */
const MAX_BIASES = 10_000;

/** A number in a range, both ends included. */
export function within({ min, max, integer }: NumberRange): v.GenericSchema<unknown, number> {
  const number = v.pipe(v.number(), v.minValue(min), v.maxValue(max));
  return integer ? v.pipe(number, v.integer()) : number;
}

function sampling(name: NumericSampling) {
  return v.exactOptional(within(SAMPLING_RANGES[name]));
}

/** The fields of `SamplingSettings`, for agents and for presets, which override them. */
export const samplingFields = {
  temperature: sampling('temperature'),
  topP: sampling('topP'),
  topK: sampling('topK'),
  minP: sampling('minP'),
  frequencyPenalty: sampling('frequencyPenalty'),
  presencePenalty: sampling('presencePenalty'),
  repetitionPenalty: sampling('repetitionPenalty'),
  logprobs: sampling('logprobs'),
  logitBias: v.exactOptional(
    recordOf(
      v.pipe(v.string(), v.regex(/^\d{1,9}$/)),
      v.pipe(v.number(), v.minValue(-100), v.maxValue(100)),
      MAX_BIASES,
    ),
  ),
  stop: v.exactOptional(listOf(stringUpTo(1_000), 16)),
  seed: v.exactOptional(v.pipe(v.number(), v.safeInteger())),
  extra: v.exactOptional(jsonObject),
};

const tokens = v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(100_000_000));
/** Values over the greatest cap count as that (`capsOf`). */
const cap = v.exactOptional(v.pipe(v.number(), v.finite(), v.minValue(0), v.maxValue(1_000_000_000)));
const caps: v.GenericSchema<unknown, TurnCaps> = v.strictObject({
  calls: cap,
  commands: cap,
  continuations: cap,
  nodes: cap,
  tokens: cap,
  minutes: cap,
  dollars: cap,
});
const marker = stringUpTo(MAX_MARKER_LENGTH);
const leadingMarker = v.pipe(marker, v.minLength(1));
const infill: v.GenericSchema<unknown, Infill> = v.variant('kind', [
  v.strictObject({ kind: v.literal('suffix') }),
  v.strictObject({
    kind: v.literal('template'),
    prefix: leadingMarker,
    suffix: leadingMarker,
    middle: marker,
    order: v.exactOptional(v.picklist(['psm', 'spm'])),
  }),
  v.strictObject({ kind: v.literal('chat') }),
]);
/** Parameters that an agent sends with each request. */
export const agentConfiguration: v.GenericSchema<unknown, AgentConfiguration> = v.strictObject({
  completionStyle: v.exactOptional(v.picklist(['completion', 'chat-continue', 'chat'])),
  infill: v.exactOptional(infill),
  systemPrompt: v.exactOptional(remark),
  thinking: v.exactOptional(v.literal('text')),
  maxTokens: v.exactOptional(tokens),
  contextLength: v.exactOptional(tokens),
  caps: v.exactOptional(caps),
  ...samplingFields,
});
const permission = v.exactOptional(v.picklist(['allow', 'ask', 'never']));
/** An agent's permissions. */
export const permissions: v.GenericSchema<unknown, AgentPermissions> = v.strictObject({
  loom_aware: permission,
  loom_write: permission,
  edit_apply: permission,
  loom_generate: permission,
  doc_read: permission,
  doc_write: permission,
  other_trees: permission,
});
/** `provider:model`. */
export const modelRef = v.pipe(stringUpTo(MAX_MODEL_LENGTH), v.regex(/^[^:]+:.+$/));
/** A colour of the palette, or of a newer version's. */
export const color = stringUpTo(40);
