import { expect, test } from 'vitest';
import { finishOf } from '../../../src/core/answers/finish-reason.ts';

test.each([
  [
    'content_filter',
    ['content_filter', 'content_filter: PROHIBITED_CONTENT', 'SAFETY', 'refusal', 'sensitive'],
  ],
  ['content_filter', ['guardrail_intervened', 'blocklist', 'RECITATION']],
  ['length', ['length', 'MAX_TOKENS', 'max_output_tokens', 'model_length', 'model_context_window_exceeded']],
  ['stop', ['stop', 'eos', 'end_turn', 'stop_sequence', 'tool_calls', 'something new']],
  [null, ['error', 'network_error', 'abort', 'cancelled', 'insufficient_system_resource', '', null, 7]],
])('an answer ends with %s for %j', (finish, reasons) => {
  for (const reason of reasons) expect([reason, finishOf(reason)]).toEqual([reason, finish]);
});
