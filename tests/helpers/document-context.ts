import { type AssembledContext, assembleContext } from '../../src/core/context/assemble.ts';
import type { AgentId } from '../../src/core/ids.ts';

/** The context of a document that is only in the working buffer. */
export function documentContext(text: string): AssembledContext {
  const speakerId = '01KDXA00000000000000000000' as AgentId;
  return assembleContext({
    nodes: [{ nodeId: null, text, speakerId, excluded: false, pruned: false }],
    systemContext: null,
    insertions: [],
    window: Number.MAX_SAFE_INTEGER,
    reserve: 0,
    strategy: 'truncateMiddle',
  });
}
