import { type TrimmedText, trimmedText } from '../../../core/answers/left-out.ts';
import type { JobId, NodeId, PositionId, TreeId } from '../../../core/ids.ts';
import type { SlotSnapshot } from '../../../ipc/wire/generation.ts';
import type { Client } from '../../client.ts';
import { type Round, slotKey, type VersionsByPosition } from './rewrite-answers.ts';

/** The positions of the versions that answers made, and what was trimmed of these answers. */
export function createAnswerVersions(client: Pick<Client, 'call'>, treeId: TreeId) {
  const known = new Map<string, VersionsByPosition>();
  const trimmedTexts = new Map<string, TrimmedText>();

  async function positionOf(nodeId: NodeId): Promise<PositionId> {
    const { node } = await client.call('node.read', { treeId: treeId, nodeId });
    return node.positionId;
  }

  return {
    /** Undefined until `learn` has resolved. */
    find(jobId: JobId, slot: number): VersionsByPosition | undefined {
      return known.get(slotKey(jobId, slot));
    },

    /** Null for nothing, and until `learn` has resolved. */
    trimmed(jobId: JobId, slot: number): TrimmedText | null {
      return trimmedTexts.get(slotKey(jobId, slot)) ?? null;
    },

    /** Finds out which version is at which position, and what was trimmed. @throws {AspenError} if main does not know */
    async learn({ jobId, asked }: Round, { slot, versions }: SlotSnapshot): Promise<void> {
      const positions = [...asked.keys()];
      const at =
        versions.length === positions.length
          ? positions
          : await Promise.all(versions.map((nodeId) => positionOf(nodeId)));
      const pairs = versions.flatMap((nodeId, index): readonly (readonly [PositionId, NodeId])[] => {
        const position = at[index];
        return position === undefined ? [] : [[position, nodeId]];
      });
      known.set(slotKey(jobId, slot), new Map(pairs));
      const [first] = versions;
      if (first === undefined) return;
      const { leftOut } = await client.call('node.read', { treeId: treeId, nodeId: first });
      const trimmed = trimmedText(leftOut);
      if (trimmed !== null) trimmedTexts.set(slotKey(jobId, slot), trimmed);
    },
  };
}

export type AnswerVersions = ReturnType<typeof createAnswerVersions>;
