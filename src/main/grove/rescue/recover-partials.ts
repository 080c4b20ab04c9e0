import { AspenError } from '../../../core/errors.ts';
import type { AgentId, PositionId, Sha256, TreeId } from '../../../core/ids.ts';
import type { IdsAndClock } from '../../../core/tree/ids-and-clock.ts';
import {
  continuationsBelong,
  continuationsBroughtNothing,
  continuationsInterrupted,
} from '../../../ui-text/recovery.ts';
import { storeAnswer } from '../../generation/store-answer.ts';
import type { Store } from '../../store/connection/store.ts';
import { findAgent } from '../../store/tables/agents.ts';
import { findNode } from '../../store/tables/nodes.ts';
import type { GroveNotices } from '../grove-notices.ts';
import { describePlaces } from '../reading/describe-places.ts';
import type { JournalContents, JournaledPartial, RecoveryJournal } from '../writing/recovery-journal.ts';

export interface RecoverPartialsOptions {
  readonly store: Store;
  readonly writerId: AgentId;
  readonly idsAndClock: IdsAndClock;
  readonly sha256OfBytes: (bytes: Uint8Array) => Sha256;
  readonly journal: RecoveryJournal;
  readonly notices: GroveNotices;
  warn(message: string): void;
}

/** Continuations of one request, and the position that they continue. */
interface CutShort {
  readonly treeId: TreeId;
  readonly parentId: PositionId;
  /** How many became nodes. */
  readonly kept: number;
  /** How many had brought no text. */
  readonly empty: number;
}

/**
 * Stores the text that continuations had received when the program ended as nodes, marked as interrupted and
 * with the record of the response, and adds a notice that says where they are. What cannot be stored stays in
 * the journal.
 */
export async function recoverPartials(
  { partials, requests }: Pick<JournalContents, 'partials' | 'requests'>,
  options: RecoverPartialsOptions,
): Promise<void> {
  const { store, writerId, journal, notices, warn } = options;
  const cut: CutShort[] = [];
  for (const partial of partials) {
    try {
      const { treeId, parentId } = partial.ask;
      cut.push({ treeId, parentId, kept: storePartial(partial, options), empty: 0 });
      await journal.forgetPartial(partial.nodeId);
    } catch (error) {
      if (!(error instanceof AspenError)) throw error;
      warn(`a continuation stays in the recovery journal: ${error.message}`);
    }
  }
  for (const { nodeId, requested } of requests) {
    const { treeId, parentId, count } = requested;
    // The answer may have been stored just before the program ended.
    const isStored = findNode(store, nodeId) !== undefined;
    cut.push({ treeId, parentId, kept: 0, empty: isStored ? 0 : count });
    await journal.forgetPartial(nodeId).catch((error: unknown) => warn(String(error)));
  }
  const places = cut.filter(({ kept, empty }) => kept + empty > 0);
  if (places.length === 0) return;
  const kept = places.reduce((sum, place) => sum + place.kept, 0);
  const empty = places.reduce((sum, place) => sum + place.empty, 0);
  const said = [
    ...(kept > 0 ? [continuationsInterrupted(kept)] : []),
    ...(empty > 0 ? [continuationsBroughtNothing(empty)] : []),
  ];
  const detail = continuationsBelong(kept + empty, describePlaces(store, writerId, places));
  notices.add(said.join(' '), {}, { detail, isDone: true });
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
