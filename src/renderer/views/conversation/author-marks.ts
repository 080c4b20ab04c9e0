import type { Spans } from '../../../core/text/span.ts';
import type { Agent } from '../../../core/tree/agent.ts';

/** The colour of an agent's words: that of its palette for a model, undefined (ink) for a person. */
export function colourOf(agent: Agent | undefined): string | undefined {
  return agent?.type === 'model' ? (agent.color ?? 'blue') : undefined;
}

/** Returns true if several authors wrote a text, so that its characters show their author. */
export function isMixed(spans: Spans): boolean {
  return spans.some(({ agent }) => agent !== spans[0]?.agent);
}
