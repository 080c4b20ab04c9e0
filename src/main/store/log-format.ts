import type { AgentId, Sha256 } from '../../core/ids.ts';
import { canonicalJson, type JsonValue } from '../../core/provenance/canonical-json.ts';
import { isoTime } from '../../core/provenance/iso-time.ts';
import type { Spans } from '../../core/text/span.ts';

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
  const time = isoTime(createdAt);
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
