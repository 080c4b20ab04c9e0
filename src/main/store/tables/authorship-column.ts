import { AspenError } from '../../../core/errors.ts';
import type { AgentId } from '../../../core/ids.ts';
import { authorsOf } from '../../../core/provenance/who-wrote.ts';
import type { Span, Spans } from '../../../core/text/span.ts';
import { parseColumn } from './json-column.ts';
import { faultOfAuthorship } from './json-values.ts';
import type { AgentKeys } from './keys.ts';
import type { Key } from './schema.ts';

/**
 * Encodes spans for the file: `[[agent_key, length], …]`, with a third element 1 for an inferred run; null
 * when all of the text is `author`'s (`storage.md`).
 * @throws {AspenError} NOT_FOUND when a span names an agent that the grove does not have
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
 * Decodes what `encodeSpans` wrote. `length` is the length of the text, in UTF-16 code units.
 * @throws {AspenError} CORRUPT when the column is invalid
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
  const spans = decodeRuns(runs, agents);
  const sum = sumOf(spans);
  if (sum !== length)
    throw new AspenError('CORRUPT', `authorship adds up to ${sum}, but its text has length ${length}`);
  return spans;
}

/**
 * The agents who wrote a text, by decreasing share (`authorsOf`), for a list: a column that is damaged counts as absent
 * here, and is reported where the text is read.
 * @param agents is called only for a text that is not all `author`'s
 */
export function decodeAuthors(
  column: string | null,
  author: AgentId,
  agents: () => AgentKeys,
): readonly AgentId[] {
  if (column === null) return [author];
  try {
    const runs = parseColumn<unknown>(column, 'authorship');
    if (!Array.isArray(runs)) return [author];
    return authorsOf(decodeRuns(runs, agents()), author);
  } catch (error) {
    if (error instanceof AspenError && error.code === 'CORRUPT') return [author];
    throw error;
  }
}

/** The column of the same text in another file, where agents have other keys. @throws {AspenError} CORRUPT */
export function mapAuthorship(column: string | null, agentKey: (key: Key) => Key): string | null {
  if (column === null) return null;
  const runs = parseColumn<readonly (readonly number[])[]>(column, 'authorship', faultOfAuthorship);
  return JSON.stringify(runs.map(([agent = 0, ...run]) => [agentKey(agent), ...run]));
}

/**
 * @throws {AspenError} INVALID_ARGUMENT when the text is not well-formed Unicode (it would be stored as a
 *   different text), or the spans do not add up to its length
 */
export function checkSpannedText(text: string, spans: Spans, what: string): void {
  if (!text.isWellFormed())
    throw new AspenError('INVALID_ARGUMENT', `the text of ${what} is not well-formed Unicode`);
  const sum = sumOf(spans);
  if (sum !== text.length) {
    throw new AspenError(
      'INVALID_ARGUMENT',
      `the spans of ${what} add up to ${sum}, but its text has length ${text.length}`,
    );
  }
}

/** @throws {AspenError} CORRUPT when a run is invalid, or its agent is unknown */
function decodeRuns(runs: readonly unknown[], agents: AgentKeys): Spans {
  return runs.map((run): Span => {
    const [key, length, inferred] = Array.isArray(run) ? (run as unknown[]) : [];
    if (typeof key !== 'number' || typeof length !== 'number' || !(length > 0)) {
      throw new AspenError('CORRUPT', `authorship has an invalid run ${JSON.stringify(run)}`);
    }
    const agent = agents.idOf(key);
    return inferred === 1 ? { agent, length, inferred: true } : { agent, length };
  });
}

function sumOf(spans: Spans): number {
  return spans.reduce((sum, span) => sum + span.length, 0);
}
