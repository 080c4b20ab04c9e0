/** Formats what the Node tab shows. */

import type { NodeVerdict } from '../../../core/provenance/verify.ts';
import { type Spans, spansLength } from '../../../core/text/span.ts';
import { VERDICTS } from '../../../ui-text/node/facts.ts';

/** The verdict on a node's hash, with reasons if it does not verify. */
export function formatVerdict({ verdict, reasons }: NodeVerdict): string {
  const why = reasons.join('; ');
  return why === '' ? `${VERDICTS[verdict]}.` : `${VERDICTS[verdict]}: ${why}.`;
}

/** The length of the text whose authorship is inferred, not tracked, in UTF-16 code units. */
export function inferredLength(spans: Spans): number {
  return spansLength(spans.filter(({ inferred }) => inferred === true));
}
