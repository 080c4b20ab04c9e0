import type { PositionId, TreeId } from '../../../core/ids.ts';
import type { TurnSnapshot } from '../../../ipc/wire/turn.ts';
import { offeredInDocument, TURN_BUTTONS } from '../../../ui-text/agents/turns.ts';
import { UNKNOWN_AGENT } from '../../../ui-text/page/authors.ts';
import type { Client } from '../../client.ts';
import { findAgent } from '../find-agent.ts';
import type { Notices } from '../notices.ts';
import type { SceneSession } from './scene-session.ts';

interface OfferedOptions {
  readonly client: Pick<Client, 'call'>;
  readonly notices: Notices;
  scene(): Pick<SceneSession, 'findGrove'> & {
    /** Null for a tree that is not on the screen. */
    findDeskOf(treeId: TreeId): object | null;
  };
  /** Has the window show a tree. */
  showTree(treeId: TreeId): Promise<void>;
  readonly turns: { goToPosition(treeId: TreeId, positionId: PositionId): Promise<unknown> };
}

/**
 * Says in which documents an ended turn offers something: the writer's path stays there, so nothing else shows it to a writer
 * who is in another tree. Reports its own failures.
 * @returns the notices
 */
export async function tellOffered(
  { client, notices, scene, showTree, turns }: OfferedOptions,
  { turnId, treeId, agentId, commands }: TurnSnapshot,
): Promise<readonly number[]> {
  const told: number[] = [];
  if (commands === 0) return told;
  try {
    const trace = await client.call('turn.trace', { treeId });
    const actions = trace.find((turn) => turn.turnId === turnId)?.actions ?? [];
    const offered = actions.flatMap(({ offers }) => (offers === null ? [] : [offers]));
    const grove = scene().findGrove();
    if (grove === null) return told;
    const name = findAgent(grove, agentId)?.name ?? UNKNOWN_AGENT;
    for (const documentId of new Set(offered.map((offer) => offer.documentId))) {
      const tree = grove.trees.find(({ id }) => id === documentId);
      // A document on the screen shows its offers.
      if (tree === undefined || scene().findDeskOf(documentId) !== null) continue;
      const proposals = await client.call('proposal.list', { treeId: documentId });
      const isArriving = proposals.some((one) => one.agentId === agentId && one.acceptsOnArrival);
      const there = offered.filter((offer) => offer.documentId === documentId);
      const at = there.find(({ positionId }) => positionId !== null)?.positionId ?? null;
      const show = () => {
        notices.dismiss(id);
        return at === null ? showTree(documentId) : turns.goToPosition(documentId, at);
      };
      const id = notices.show({
        sentence: offeredInDocument(name, there.length, tree.title, isArriving),
        detail: '',
        isDone: true,
        stays: true,
        actions: [{ label: TURN_BUTTONS.show, run: () => void show() }],
      });
      told.push(id);
    }
  } catch (error) {
    notices.report(error);
  }
  return told;
}
