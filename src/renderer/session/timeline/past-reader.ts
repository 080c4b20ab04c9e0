import type { TreeId } from '../../../core/ids.ts';
import type { Client } from '../../client.ts';
import { momentOf, type PastMoment } from './past-text.ts';

export interface PastReaderOptions {
  readonly client: Pick<Client, 'call'>;
  readonly treeId: TreeId;
  /** A text arrived that is still wanted, or leads to one that is. */
  onMoment(moment: PastMoment): void;
  /** The text that is wanted cannot be read. */
  onError(error: unknown): void;
}

/**
 * Reads past texts, one request at a time, and always the one that is wanted by then. It is no `LiveQuery`, because a past
 * text never changes, and because each answer is a difference to the one before it: a drag shows every one that arrives.
 */
export class PastReader {
  readonly #options: PastReaderOptions;
  #wanted: { readonly chain: number; readonly seq: number } | null = null;
  /** The last text read, which the next is a difference to. */
  #known: PastMoment | null = null;
  #isReading = false;
  #onSettled: (() => void)[] = [];

  constructor(options: PastReaderOptions) {
    this.#options = options;
  }

  /** Wants the text after a layer; resolves when that, or one that is wanted instead by then, was passed on. */
  async show(chain: number, seq: number): Promise<void> {
    this.#wanted = { chain, seq };
    if (!this.#isReading) void this.#read();
    await new Promise<void>((resolve) => this.#onSettled.push(resolve));
  }

  /** Wants none any more. */
  stop(): void {
    this.#wanted = null;
    this.#known = null;
  }

  async #read(): Promise<void> {
    const { onMoment, onError } = this.#options;
    this.#isReading = true;
    while (this.#wanted !== null) {
      const wanted = this.#wanted;
      const known = this.#known?.chain === wanted.chain ? this.#known : null;
      try {
        const moment = await this.#readOne(wanted.chain, wanted.seq, known);
        if (this.#wanted === null) break;
        if (this.#wanted === wanted) this.#wanted = null;
        this.#known = moment;
        onMoment(moment);
      } catch (error) {
        this.#known = null;
        // The layer that it would be a difference to may be gone: then it is read whole.
        if (this.#wanted !== wanted || known !== null) continue;
        this.#wanted = null;
        onError(error);
      }
    }
    this.#isReading = false;
    for (const resolve of this.#onSettled.splice(0)) resolve();
  }

  async #readOne(chain: number, seq: number, known: PastMoment | null): Promise<PastMoment> {
    const { client, treeId } = this.#options;
    const from = known?.seq ?? null;
    return momentOf(chain, known, await client.call('timeline.show', { treeId, chain, seq, from }));
  }
}
