/** Tests what a service can do with requests for a few tokens (`generation.md`, *Agents and providers*). */

import { isRecord, parsed } from '../../../core/answers/read-json.ts';
import { type RefusedFields, withoutRefused } from '../../../core/answers/refused-fields.ts';
import type { ErrorCode } from '../../../core/errors.ts';
import type { JsonValue } from '../../../core/provenance/canonical-json.ts';
import type {
  ModelSummary,
  ProviderAbilityName,
  ProviderFinding,
  ProviderReport,
} from '../../../ipc/wire/provider.ts';
import { sentenceOf } from '../../../ui-text/errors.ts';
import {
  ABILITIES,
  ANSWERED_WITH_ERROR,
  ANSWERED_WITHOUT_TEXT,
  MODELS_NOT_LISTED,
  modelsListed,
  REACHED,
  REACHED_WITH_KEY,
} from '../../../ui-text/providers.ts';
import { asError, isAnthropic, listModels, type ProbedService, request } from './list-models.ts';
import { sendAccepted } from './openai-compatible.ts';

/** Errors of a list of models that are irrelevant to requests for text. */
const NO_LIST: ReadonlySet<ErrorCode> = new Set(['MODEL_NOT_FOUND', 'MALFORMED_RESPONSE', 'SERVER_ERROR']);

/** A message of the model's own that is cut inside a word: one that it does not continue begins the line again. */
const CUT_LINE: JsonValue = [
  { role: 'user', content: 'Write this line and nothing else: Amber lanterns swing over the quiet harbour.' },
  { role: 'assistant', content: 'Amber lanterns swing over the qui' },
];
/** The beginning of an answer that continues it. */
const REST = 'et';

/**
 * Tests a service. A wrong address or key is reported in the findings too: this does not throw for a
 * service's failures.
 * @param model to test; null for the first listed one
 */
export async function probe(
  service: ProbedService,
  model: string | null,
  signal: AbortSignal,
): Promise<ProviderReport> {
  const findings: ProviderFinding[] = [];
  const abilities: Partial<Record<ProviderAbilityName, boolean>> = {};
  const found = (what: ProviderFinding['what'], supported: boolean | null, sentence: string) => {
    findings.push({ what, supported, sentence });
    if (what !== 'reached' && what !== 'models' && supported !== null) abilities[what] = supported;
  };

  let models: readonly ModelSummary[] = [];
  try {
    models = await listModels(service, signal);
    found('reached', true, service.findKey() === null ? REACHED : REACHED_WITH_KEY);
    found('models', true, modelsListed(models.length));
  } catch (thrown) {
    signal.throwIfAborted();
    const error = asError(thrown);
    // A service may have no list, or fail to read it, and answer all the same.
    if (!NO_LIST.has(error.code)) {
      found('reached', false, `${sentenceOf(error.code)} ${capital(error.detail)}`);
      return { findings, abilities, models, model, refusedFields: {} };
    }
    found('models', false, MODELS_NOT_LISTED);
  }
  const tested = model ?? models[0]?.id ?? null;
  if (tested === null) return { findings, abilities, models, model: null, refusedFields: {} };

  let refused: RefusedFields = {};
  /** Sends what the service takes, and learns what it does not. */
  const learn = (path: string, body: Record<string, JsonValue>) =>
    tryRequest(service, path, body, signal, refused, (fields) => {
      refused = fields;
    });
  const completion = await learn('/completions', {
    model: tested,
    prompt: 'Once upon a time',
    max_tokens: 2,
  });
  found(
    'completions',
    completion.ok,
    completion.ok ? ABILITIES.completions[0] : `${ABILITIES.completions[1]} ${capital(completion.detail)}`,
  );
  const messages: JsonValue = [{ role: 'user', content: 'Once upon a time' }];
  const chat = await learn('/chat/completions', { model: tested, messages, max_tokens: 2 });
  found('chat', chat.ok, chat.ok ? ABILITIES.chat[0] : `${ABILITIES.chat[1]} ${capital(chat.detail)}`);
  if (chat.ok) {
    const body = { model: tested, messages: CUT_LINE, max_tokens: 4 };
    const goesOn = (await learn('/chat/completions', body)).content.startsWith(REST);
    found('continuesMessages', goesOn, ABILITIES.continuesMessages[goesOn ? 0 : 1]);
  }
  if (!completion.ok && !chat.ok)
    return { findings, abilities, models, model: tested, refusedFields: refused };

  const path = completion.ok ? '/completions' : '/chat/completions';
  const base: Record<string, JsonValue> = completion.ok
    ? { model: tested, prompt: 'Once upon a time', max_tokens: 2 }
    : { model: tested, messages, max_tokens: 2 };
  const extras: readonly (readonly [
    ProviderAbilityName,
    Record<string, JsonValue>,
    (answer: Trial) => boolean,
  ])[] = [
    ['streaming', { stream: true }, ({ streamed }) => streamed],
    [
      'usage',
      { stream: true, stream_options: { include_usage: true } },
      ({ text }) => text.includes('"prompt_tokens"'),
    ],
    ['manyChoices', { n: 2 }, ({ choices }) => choices === 2],
    [
      'logprobs',
      completion.ok ? { logprobs: 2 } : { logprobs: true, top_logprobs: 2 },
      ({ text }) => /"(top_logprobs|token_logprobs|content)"\s*:\s*\[\s*[^\]\s]/.test(text),
    ],
    ['seed', { seed: 1 }, ({ ok }) => ok],
  ];
  for (const [what, fields, holds] of extras) {
    // Anthropic accepts a seed and ignores it.
    if (what === 'seed' && isAnthropic(service)) {
      found(what, false, ABILITIES.seed[1]);
      continue;
    }
    const trial = await tryRequest(service, path, { ...base, ...fields }, signal, refused);
    const can = trial.ok && holds(trial);
    found(what, can, ABILITIES[what][can ? 0 : 1]);
  }
  return { findings, abilities, models, model: tested, refusedFields: refused };
}

interface Trial {
  readonly ok: boolean;
  /** The service's reason for refusing. */
  readonly detail: string;
  readonly text: string;
  readonly streamed: boolean;
  readonly choices: number;
  /** The message of the first choice; empty for none. */
  readonly content: string;
}

/**
 * Sends one small request, without fields that the service refuses. @throws only the reason of `signal`, if it aborts
 */
async function tryRequest(
  service: ProbedService,
  path: string,
  body: Record<string, JsonValue>,
  signal: AbortSignal,
  refused: RefusedFields,
  onRefused?: (refused: RefusedFields) => void,
): Promise<Trial> {
  const nothing = { text: '', streamed: false, choices: 0, content: '' };
  try {
    const whole = { ...service.extra, ...body };
    const response = await request(service, signal, (client, options) => {
      const send = (accepted: Record<string, JsonValue>) =>
        client.post(path, { ...options, body: accepted }).asResponse();
      if (onRefused === undefined) return send(withoutRefused(whole, refused));
      return sendAccepted(whole, refused, { send, onRefused });
    });
    const text = await response.text();
    const streamed = (response.headers.get('content-type') ?? '').includes('event-stream');
    const answer = streamed ? {} : parsed(text);
    if (isRecord(answer) && isRecord(answer.error)) {
      return { ok: false, detail: String(answer.error.message ?? ANSWERED_WITH_ERROR), ...nothing };
    }
    const listed: readonly unknown[] =
      isRecord(answer) && Array.isArray(answer.choices) ? answer.choices : [];
    const choices = listed.length;
    const hasText = streamed ? text.includes('"choices"') : choices > 0;
    return {
      ok: hasText,
      detail: hasText ? '' : ANSWERED_WITHOUT_TEXT,
      text,
      streamed,
      choices,
      content: contentOf(listed[0]),
    };
  } catch (thrown) {
    signal.throwIfAborted();
    return { ok: false, detail: asError(thrown).detail, ...nothing };
  }
}

function contentOf(choice: unknown): string {
  const message = isRecord(choice) ? choice.message : undefined;
  return isRecord(message) && typeof message.content === 'string' ? message.content : '';
}

function capital(text: string): string {
  const sentence = text.charAt(0).toUpperCase() + text.slice(1);
  return /[.!?]$/.test(sentence) || sentence === '' ? sentence : `${sentence}.`;
}
