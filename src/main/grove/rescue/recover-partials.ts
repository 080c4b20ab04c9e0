import { AspenError } from '../../../core/errors.ts';
import type { AgentId, Sha256 } from '../../../core/ids.ts';
import type { IdsAndClock } from '../../../core/tree/ids-and-clock.ts';
import { continuationsBelong, continuationsInterrupted } from '../../../ui-text/recovery.ts';
import { storeAnswer } from '../../generation/store-answer.ts';
import type { Store } from '../../store/connection/store.ts';
import { findAgent } from '../../store/tables/agents.ts';
import { findNode } from '../../store/tables/nodes.ts';
import type { GroveNotices } from '../grove-notices.ts';
import { type ContinuedPlace, describePlaces } from '../reading/describe-places.ts';
import type { JournaledPartial, RecoveryJournal } from '../writing/recovery-journal.ts';

export interface RecoverPartialsOptions {
  readonly store: Store;
  readonly writerId: AgentId;
  readonly idsAndClock: IdsAndClock;
  readonly sha256OfBytes: (bytes: Uint8Array) => Sha256;
  readonly journal: RecoveryJournal;
  readonly notices: GroveNotices;
  warn(message: string): void;
}

/**
 * Stores the text that continuations had received when the program ended as nodes, marked as interrupted and
 * with the record of the response, and adds a notice that says where they are. What cannot be stored stays in
 * the journal.
 */
export async function recoverPartials(
  partials: readonly JournaledPartial[],
  options: RecoverPartialsOptions,
): Promise<void> {
  const { store, writerId, journal, notices, warn } = options;
  const places: ContinuedPlace[] = [];
  for (const partial of partials) {
    try {
      const { treeId, parentId } = partial.ask;
      for (let count = storePartial(partial, options); count > 0; count--) places.push({ treeId, parentId });
      await journal.forgetPartial(partial.nodeId);
    } catch (error) {
      if (!(error instanceof AspenError)) throw error;
      warn(`a continuation stays in the recovery journal: ${error.message}`);
    }
  }
  if (places.length === 0) return;
  const detail = continuationsBelong(places.length, describePlaces(store, writerId, places));
  notices.add(continuationsInterrupted(places.length), {}, { detail, isDone: true });
}

/** @returns how many nodes were created; none for those already in the file */
function storePartial({ ask, answer }: JournaledPartial, options: RecoverPartialsOptions): number {
  const { store, idsAndClock, sha256OfBytes } = options;
  const { body, respondedAt, ...rest } = answer;
  const kept = ask.kept.filter(({ nodeId }) => findNode(store, nodeId) === undefined);
  if (kept.length === 0) return 0;
  if (findAgent(store, ask.agent.id) === undefined)
    throw new AspenError('NOT_FOUND', `the agent ${ask.agent.name} is not in this grove`);
  storeAnswer({
    ...ask,
    store,
    idsAndClock,
    sha256OfBytes,
    kept,
    answer: { ...rest, body: Buffer.from(body, 'base64'), error: null },
    respondedAt,
  });
  return kept.length;
}
