import type { AgentId, Sha256 } from '../../core/ids.ts';
import type { Spans } from '../../core/text/span.ts';

export type JsonValue =
  | string
  | number
  | boolean
  | null
  | readonly JsonValue[]
  | { readonly [name: string]: JsonValue | undefined };

/** JSON without white space, object keys sorted by code unit (`domain.md`, *Content hash*). */
export function canonicalJson(value: JsonValue): string {
  return JSON.stringify(sorted(value));
}

function sorted(value: JsonValue | undefined): unknown {
  if (Array.isArray(value)) return value.map((item: JsonValue) => sorted(item));
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1));
  return Object.fromEntries(entries.map(([name, item]) => [name, sorted(item)]));
}

/** `hash` of a log row (`storage.md`, *The log*). */
export function logHash(
  row: {
    readonly seq: number;
    readonly parentHash: Sha256 | null;
    readonly createdAt: number;
    readonly agentId: AgentId;
    readonly kind: string;
    readonly entry: JsonValue;
  },
  sha256: (text: string) => Sha256,
): Sha256 {
  const { seq, parentHash, createdAt, agentId, kind, entry } = row;
  const time = new Date(createdAt).toISOString();
  return sha256(canonicalJson(['aspen-log-1', seq, parentHash, time, agentId, kind, entry]));
}

/** SHA-256 of a node's spans with agent ids, as the log keeps it. */
export function spansHash(spans: Spans, sha256: (text: string) => Sha256): Sha256 {
  return sha256(
    canonicalJson(
      spans.map(({ agent, length, inferred }) => (inferred ? [agent, length, 1] : [agent, length])),
    ),
  );
}
