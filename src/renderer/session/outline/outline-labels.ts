import type { PositionId, TreeId } from '../../../core/ids.ts';
import type { PositionLabel } from '../../../ipc/wire/position.ts';
import type { Client } from '../../client.ts';
import { createStore, type Store } from '../store.ts';

/** Labels that one request asks for, as `tree.labels` has it. */
const BATCH = 500;
/** More than this many are forgotten together: only those on the screen are needed. */
const MOST = 20_000;

export interface OutlineLabelsOptions {
  readonly client: Pick<Client, 'call'>;
  readonly treeId: TreeId;
  onError(error: unknown): void;
}

/** What positions are called, asked for as they come into sight, a batch at a time. */
export class OutlineLabels {
  readonly #options: OutlineLabelsOptions;
  readonly #known = new Map<PositionId, PositionLabel>();
  readonly #revision = createStore(0);
  #wanted: readonly PositionId[] = [];
  #isReading = false;

  constructor(options: OutlineLabelsOptions) {
    this.#options = options;
  }

  /** Another number whenever more is known. */
  get revision(): Store<number> {
    return this.#revision;
  }

  find(positionId: PositionId): PositionLabel | undefined {
    return this.#known.get(positionId);
  }

  /** What is in sight now; what was asked for before and is not yet on its way need not come any more. */
  want(positionIds: readonly PositionId[]): void {
    this.#wanted = positionIds.filter((positionId) => !this.#known.has(positionId));
    if (this.#wanted.length > 0 && !this.#isReading) void this.#readAll();
  }

  /** Something was written there: what it is called is read again when it is in sight. */
  forget(positionIds: Iterable<PositionId>): void {
    for (const positionId of positionIds) this.#known.delete(positionId);
  }

  async #readAll(): Promise<void> {
    const { client, treeId, onError } = this.#options;
    this.#isReading = true;
    while (this.#wanted.length > 0) {
      const positionIds = this.#wanted.slice(0, BATCH);
      this.#wanted = this.#wanted.slice(BATCH);
      try {
        const labels = await client.call('tree.labels', { treeId, positionIds });
        if (this.#known.size > MOST) this.#known.clear();
        for (const label of labels) this.#known.set(label.positionId, label);
        this.#wanted = this.#wanted.filter((positionId) => !this.#known.has(positionId));
        this.#revision.set(this.#revision.get() + 1);
      } catch (error) {
        this.#wanted = [];
        onError(error);
      }
    }
    this.#isReading = false;
  }
}
