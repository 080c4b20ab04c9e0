import type { GroveId, NodeId } from '../../../src/core/ids.ts';
import { offlineAgent } from '../../../src/main/generation/offline-agent.ts';
import { GroveNotices } from '../../../src/main/grove/grove-notices.ts';
import { recoverPartials } from '../../../src/main/grove/rescue/recover-partials.ts';
import type {
  JournaledPartial,
  JournaledRequest,
  RecoveryJournal,
} from '../../../src/main/grove/writing/recovery-journal.ts';
import { createSha256 } from '../../../src/main/sha256.ts';
import type { PlantedGrove } from '../../helpers/grove.ts';
import { answersInto } from '../../helpers/store-answers.ts';

export const GROVE = '01KDXG00000000000000000000' as GroveId;
export const SESSION = '01KDXS00000000000000000000';

/** A request for two continuations of the root; the text is of the second. */
export function askIn(grove: PlantedGrove, nodes: readonly [NodeId, NodeId]): JournaledPartial['ask'] {
  const context = { kind: 'document', pieces: [], omitted: [], tokens: 0 } as const;
  return {
    treeId: grove.tree.id,
    target: { kind: 'continuation', parentId: grove.root, originId: grove.root as string as NodeId },
    agent: offlineAgent(grove.model, 0),
    context,
    providerId: 'here',
    request: {
      style: 'completion',
      input: { kind: 'document', system: '', prompt: 'Once', suffix: '' },
      model: 'wire-1',
      parameters: { maxTokens: 9 },
      extra: {},
      choices: 2,
    },
    kept: nodes.map((nodeId, choice) => ({ choice, nodeId })),
    requestedAt: 1_000,
  };
}

/** The same request as programs journaled it before they knew conversations. */
export function earlierAsk({ request, context, ...ask }: JournaledPartial['ask']): JournaledPartial['ask'] {
  const { input, ...rest } = request;
  const { kind: _kind, ...pieces } = context;
  const earlier: object = { ...ask, request: { ...rest, ...input, kind: undefined }, context: pieces };
  return earlier as JournaledPartial['ask'];
}

/** A request for three continuations of the root that has brought no text. */
export function requestIn(grove: PlantedGrove): Pick<JournaledRequest, 'nodeId' | 'requested'> {
  const nodeId = grove.idsAndClock.newId() as NodeId;
  return { nodeId, requested: { nodeId, treeId: grove.tree.id, parentId: grove.root, count: 3 } };
}

/** The nodes of two continuations. */
export function nodesIn(grove: PlantedGrove): readonly [NodeId, NodeId] {
  return [grove.idsAndClock.newId() as NodeId, grove.idsAndClock.newId() as NodeId];
}

/** Recovers everything in the journal. @returns the warnings */
export async function recover(grove: PlantedGrove, journal: RecoveryJournal, notices = new GroveNotices()) {
  const warnings: string[] = [];
  await recoverPartials(await journal.read(GROVE, []), {
    store: grove.store,
    writerId: grove.human,
    storeAnswer: answersInto(grove),
    createSha256,
    journal,
    notices,
    warn: (message) => warnings.push(message),
  });
  return warnings;
}
