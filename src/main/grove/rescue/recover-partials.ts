import { AspenError } from '../../../core/errors.ts';
import type { Sha256 } from '../../../core/ids.ts';
import type { IdsAndClock } from '../../../core/tree/ids-and-clock.ts';
import { storeAnswer } from '../../generation/store-answer.ts';
import type { Store } from '../../store/connection/store.ts';
import { findAgent } from '../../store/tables/agents.ts';
import { findNode } from '../../store/tables/nodes.ts';
import type { GroveNotices } from '../grove-notices.ts';
import type { JournaledPartial, RecoveryJournal } from '../writing/recovery-journal.ts';

export interface RecoverPartialsOptions {
  readonly store: Store;
  readonly idsAndClock: IdsAndClock;
  readonly sha256OfBytes: (bytes: Uint8Array) => Sha256;
  readonly journal: RecoveryJournal;
  readonly notices: GroveNotices;
  warn(message: string): void;
}

/**
 * Makes nodes of what had arrived of continuations when the program ended; they are marked as interrupted and have the
 * record of what came. What cannot be stored stays in the journal.
 */
export async function recoverPartials(
  partials: readonly JournaledPartial[],
  options: RecoverPartialsOptions,
): Promise<void> {
  const { journal, notices, warn } = options;
  let count = 0;
  for (const partial of partials) {
    try {
      count += storePartial(partial, options);
      await journal.forgetPartial(partial.nodeId);
    } catch (error) {
      if (!(error instanceof AspenError)) throw error;
      warn(`a continuation stays in the recovery journal: ${error.message}`);
    }
  }
  if (count === 0) return;
  const [what, is] = count === 1 ? ['1 continuation', 'was'] : [`${count} continuations`, 'were'];
  notices.add(
    `${what} ${is} cut short when the program ended. What had arrived is kept.`,
    {},
    { isDone: true },
  );
}

/** @returns how many nodes were made: none of what the file has */
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
