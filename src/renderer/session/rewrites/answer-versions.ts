import { type TrimmedText, trimmedText } from '../../../core/answers/left-out.ts';
import type { JobId, NodeId, PositionId, TreeId } from '../../../core/ids.ts';
import type { SlotSnapshot } from '../../../ipc/wire/generation.ts';
import type { Client } from '../../client.ts';
import { type Round, slotKey, type VersionsByPosition } from './rewrite-answers.ts';

/** The positions of the versions that answers made, and what was trimmed of these answers. */
export class AnswerVersions {
  readonly #client: Pick<Client, 'call'>;
  readonly #treeId: TreeId;
  readonly #known = new Map<string, VersionsByPosition>();
  readonly #trimmed = new Map<string, TrimmedText>();

  constructor(client: Pick<Client, 'call'>, treeId: TreeId) {
    this.#client = client;
    this.#treeId = treeId;
  }

  /** Undefined until `learn` has resolved. */
  find(jobId: JobId, slot: number): VersionsByPosition | undefined {
    return this.#known.get(slotKey(jobId, slot));
  }

  /** Null for nothing, and until `learn` has resolved. */
  trimmed(jobId: JobId, slot: number): TrimmedText | null {
    return this.#trimmed.get(slotKey(jobId, slot)) ?? null;
  }

  /** Finds out which version is at which position, and what was trimmed. @throws {AspenError} if main does not know */
  async learn({ jobId, asked }: Round, { slot, versions }: SlotSnapshot): Promise<void> {
    const positions = [...asked.keys()];
    const at =
      versions.length === positions.length
        ? positions
        : await Promise.all(versions.map((nodeId) => this.#positionOf(nodeId)));
    const pairs = versions.flatMap((nodeId, index): readonly (readonly [PositionId, NodeId])[] => {
      const position = at[index];
      return position === undefined ? [] : [[position, nodeId]];
    });
    this.#known.set(slotKey(jobId, slot), new Map(pairs));
    const [first] = versions;
    if (first === undefined) return;
    const { leftOut } = await this.#client.call('node.read', { treeId: this.#treeId, nodeId: first });
    const trimmed = trimmedText(leftOut);
    if (trimmed !== null) this.#trimmed.set(slotKey(jobId, slot), trimmed);
  }

  async #positionOf(nodeId: NodeId): Promise<PositionId> {
    const { node } = await this.#client.call('node.read', { treeId: this.#treeId, nodeId });
    return node.positionId;
  }
}
