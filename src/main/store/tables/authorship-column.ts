import { AspenError } from '../../../core/errors.ts';
import type { AgentId } from '../../../core/ids.ts';
import type { Span, Spans } from '../../../core/text/span.ts';
import { parseColumn } from './json-column.ts';
import type { AgentKeys } from './keys.ts';

/**
 * Spans as the file has them: `[[agent_key, length], …]`, a third element 1 marking a run as inferred; null when all
 * of the text is `author`'s (`storage.md`).
 * @throws {AspenError} NOT_FOUND where a span names an agent that the grove does not have
 */
export function encodeSpans(spans: Spans, author: AgentId, agents: AgentKeys): string | null {
  if (spans.every((span) => span.agent === author && span.inferred !== true) && spans.length <= 1)
    return null;
  return JSON.stringify(
    spans.map(({ agent, length, inferred }) =>
      inferred === true ? [agents.keyOf(agent), length, 1] : [agents.keyOf(agent), length],
    ),
  );
}

/**
 * The other way round. `length` is that of the text, in UTF-16 code units.
 * @throws {AspenError} CORRUPT where the column makes no sense
 */
export function decodeSpans(
  column: string | null,
  length: number,
  author: AgentId,
  agents: AgentKeys,
): Spans {
  if (column === null) return length === 0 ? [] : [{ agent: author, length }];
  const runs = parseColumn<unknown>(column, 'authorship');
  if (!Array.isArray(runs)) throw new AspenError('CORRUPT', 'authorship is not an array');
  const spans = runs.map((run: unknown): Span => {
    const [key, runLength, inferred] = Array.isArray(run) ? (run as unknown[]) : [];
    if (typeof key !== 'number' || typeof runLength !== 'number' || !(runLength > 0)) {
      throw new AspenError('CORRUPT', `authorship has a run ${JSON.stringify(run)}`);
    }
    const agent = agents.idOf(key);
    return inferred === 1 ? { agent, length: runLength, inferred: true } : { agent, length: runLength };
  });
  const sum = sumOf(spans);
  if (sum !== length) throw new AspenError('CORRUPT', `authorship adds up to ${sum}, its text to ${length}`);
  return spans;
}

/**
 * @throws {AspenError} INVALID_ARGUMENT when the text is not well-formed Unicode (it would be stored as another) or
 *   the spans do not add up to it
 */
export function checkSpannedText(text: string, spans: Spans, what: string): void {
  if (!text.isWellFormed())
    throw new AspenError('INVALID_ARGUMENT', `the text of ${what} is not well-formed Unicode`);
  const sum = sumOf(spans);
  if (sum !== text.length) {
    throw new AspenError(
      'INVALID_ARGUMENT',
      `the spans of ${what} add up to ${sum}, its text to ${text.length}`,
    );
  }
}

function sumOf(spans: Spans): number {
  return spans.reduce((sum, span) => sum + span.length, 0);
}
