import type { AgentId } from '../../../core/ids.ts';
import type { IdsAndClock } from '../../../core/tree/ids-and-clock.ts';
import type { Author } from '../../../core/tree/new-node.ts';
import { UNKNOWN_AUTHOR } from '../../../ui-text/exchange.ts';
import type { FileTransaction } from '../../store/connection/file-transaction.ts';
import { addAgent, listAgents } from '../../store/tables/agents.ts';

/** The model reference by which the agent is looked up. */
const MODEL_REF = 'import:unknown';

/**
 * The author of imported text whose author is not known. It is a model, so that its text verifies as one without a record
 * from a provider and never counts as a person's writing; archived, so that it is not offered for new text.
 */
export function addUnknownAuthor(tx: FileTransaction, by: AgentId, idsAndClock: IdsAndClock): Author {
  const known = listAgents(tx).find(({ modelRef }) => modelRef === MODEL_REF);
  if (known !== undefined) return { id: known.id, type: known.type };
  const now = idsAndClock.now();
  const id = idsAndClock.newId() as AgentId;
  addAgent(
    tx,
    {
      id,
      name: UNKNOWN_AUTHOR,
      type: 'model',
      modelRef: MODEL_REF,
      configuration: {},
      permissions: {},
      color: null,
      createdAt: now,
      updatedAt: now,
      archivedAt: now,
    },
    by,
  );
  return { id, type: 'model' };
}
