import { sha256 } from '#sha256';
import { AspenError } from '../../../core/errors.ts';
import type { NodeId, TreeId } from '../../../core/ids.ts';
import type { TokenUsage } from '../../../core/provenance/token-usage.ts';
import {
  SUMMARY_TOKENS,
  summaryContext,
  summaryCost,
  summaryOfAnswer,
} from '../../../core/summaries/summary-prompt.ts';
import { type Agent, continuesTexts } from '../../../core/tree/agent.ts';
import { NO_PATH_CHANGE } from '../../../core/tree/tree-change.ts';
import { SUMMARIES_USE_MORE_DETAIL, summariesUseMore } from '../../../ui-text/settings/summary-model.ts';
import { type RequestAnswerOptions, requestAnswer } from '../../generation/request-answer.ts';
import { listAgents } from '../../store/tables/agents.ts';
import { findSummary } from '../../store/tables/marks/summaries.ts';
import { findTree } from '../../store/tables/trees.ts';
import type { WrittenChange } from '../change-feed.ts';
import type { GroveScope } from '../grove-scope.ts';
import { readSummaryPrompt } from '../reading/sent-summary.ts';
import { storeResponse } from '../writing/store-answer.ts';

/** Time after a node's creation until its summary is requested, in milliseconds. */
const AFTER_CREATION = 2_000;
/** Requests under way at once. */
const AT_ONCE = 2;
/** Length of an answer after which no more is awaited. UTF-16 code units. */
const LONGEST_ANSWER = 4_000;
/** More waiting than this are not made: they are when someone wants them. */
const MOST_WAITING = 1_000;

/** The scope of the grove, and what a question to a model takes. */
export type GroveSummariesOptions = GroveScope & RequestAnswerOptions;

/** The subject of a summary: a node or, with null, a whole tree. */
interface Subject {
  readonly treeId: TreeId;
  readonly node: NodeId | null;
}

/** A request under way. */
interface Running {
  readonly treeId: TreeId;
  readonly abort: AbortController;
  /** Stopped before it ended: what arrived is recorded, and becomes no summary. */
  isStopped: boolean;
}

/**
 * Makes summaries while the writer works, if they have picked a model (`agents.md`, *Summaries*): of nodes a moment
 * after they were written, of trees every ten nodes and when the writer leaves them, and what someone misses. A failure
 * disturbs no one: what waits is dropped, and made when it is wanted.
 */
export class GroveSummaries {
  readonly #options: GroveSummariesOptions;
  /** By `nameOf`, in the order in which they are made. */
  readonly #waiting = new Map<string, Subject>();
  readonly #running = new Map<string, { readonly run: Running; readonly ended: Promise<void> }>();
  readonly #timers = new Set<ReturnType<typeof setTimeout>>();
  /** New nodes of each tree since its last summary. */
  readonly #newNodes = new Map<TreeId, number>();
  /** The model of which the writer was notified that summaries need more than was stated. */
  #warnedOf: string | null = null;
  #isStopped = false;

  constructor(options: GroveSummariesOptions) {
    this.#options = options;
  }

  /** Follows what is written from now on. Call once. */
  follow(): void {
    if (!this.#options.store.readonly) this.#options.feed.onWritten((written) => this.#onWritten(written));
  }

  /**
   * Makes a summary that someone misses, or of a tree that was edited; nothing where one is up to date, or the
   * writer's.
   */
  want(treeId: TreeId, node: NodeId | null): void {
    if (this.#isStopped || !this.#isOn() || this.#waiting.size >= MOST_WAITING) return;
    const subject = { treeId, node };
    const name = nameOf(subject);
    if (!this.#running.has(name)) this.#waiting.set(name, subject);
    this.#next();
  }

  /** The writer turns to another tree. */
  onLeft(treeId: TreeId): void {
    if (this.#newNodes.delete(treeId)) this.want(treeId, null);
  }

  /** Ends what runs or waits in a tree (null: in all); resolves when nothing more of it is written. */
  async stopIn(treeId: TreeId | null): Promise<void> {
    const isMeant = (each: { readonly treeId: TreeId }) => treeId === null || each.treeId === treeId;
    for (const [name, subject] of this.#waiting) if (isMeant(subject)) this.#waiting.delete(name);
    const running = [...this.#running.values()].filter(({ run }) => isMeant(run));
    for (const { run } of running) {
      run.isStopped = true;
      run.abort.abort();
    }
    await Promise.all(running.map(({ ended }) => ended));
  }

  /** Makes no more, and ends what runs; resolves when nothing more is written. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    for (const timer of this.#timers) clearTimeout(timer);
    await this.stopIn(null);
  }

  #isOn(): boolean {
    return this.#options.preferences().summaryModel !== '' && !this.#options.store.readonly;
  }

  #onWritten({ treeId, change: { edges } }: WrittenChange): void {
    if (this.#isStopped || !this.#isOn()) return;
    const added = edges.filter(({ type }) => type === 'continuation').map(({ targetId }) => targetId);
    if (added.length === 0) return;
    const count = (this.#newNodes.get(treeId) ?? 0) + added.length;
    this.#newNodes.set(treeId, count);
    const timer = setTimeout(() => {
      this.#timers.delete(timer);
      try {
        this.#onAdded(treeId, added, count);
      } catch (error) {
        this.#onFailed(error);
      }
    }, AFTER_CREATION);
    timer.unref();
    this.#timers.add(timer);
  }

  /** @param count of the tree's new nodes when these were added */
  #onAdded(treeId: TreeId, added: readonly NodeId[], count: number): void {
    const { store, preferences } = this.#options;
    if (!store.isOpen) return;
    // A document is one text to those who read it. A tree may have been deleted meanwhile.
    if (findTree(store, treeId)?.kind !== 'story') return;
    for (const node of added) this.want(treeId, node);
    if (count >= preferences().summaryEvery && this.#newNodes.get(treeId) === count) this.onLeft(treeId);
  }

  #next(): void {
    for (const [name, subject] of this.#waiting) {
      if (this.#running.size >= AT_ONCE) return;
      this.#waiting.delete(name);
      const run: Running = { treeId: subject.treeId, abort: new AbortController(), isStopped: false };
      const ended = this.#make(subject, run)
        .catch((thrown: unknown) => this.#onFailed(thrown))
        .then(() => {
          this.#running.delete(name);
          if (!this.#isStopped) this.#next();
        });
      this.#running.set(name, { run, ended });
    }
  }

  #onFailed(thrown: unknown): void {
    this.#waiting.clear();
    if (this.#isStopped) return;
    if (thrown instanceof AspenError) this.#options.warn(`a summary was not made: ${thrown.message}`);
    else this.#options.onBug('A summary was not made', thrown);
  }

  /** @throws {AspenError} why it is not made */
  async #make({ treeId, node }: Subject, run: Running): Promise<void> {
    const { store, writerId, idsAndClock, transactions, hold } = this.#options;
    const agent = this.#findAgent();
    if (agent === undefined || hold.isOn || !store.isOpen) return;
    const prompt = readSummaryPrompt(store, { treeId, node, writerId });
    if (prompt === null) return;
    const basis = sha256(prompt);
    const isWanted = () => {
      const known = findSummary(store, treeId, node);
      return known === null || (known.basis !== null && known.basis !== basis);
    };
    if (!isWanted()) return;
    const maxTokens = SUMMARY_TOKENS[node === null ? 'tree' : 'node'];
    const recorded = await requestAnswer(
      {
        agent,
        context: summaryContext(prompt),
        maxTokens,
        id: basis,
        signal: run.abort.signal,
        onText: (length) => {
          if (length > LONGEST_ANSWER) run.abort.abort();
        },
      },
      this.#options,
    );
    const [choice] = recorded.answer.choices;
    if (choice?.heard !== true || !store.isOpen) {
      if (recorded.answer.error !== null) throw recorded.answer.error;
      return;
    }
    const response = storeResponse({ treeId, ...recorded }, transactions, idsAndClock);
    if (recorded.answer.usage !== null) this.#onUsed(agent, prompt, recorded.answer.usage);
    if (recorded.answer.error !== null) throw recorded.answer.error;
    const text = summaryOfAnswer(choice.text, maxTokens);
    if (text === '' || run.isStopped || !isWanted()) return;
    // Its source may have been excluded or pruned meanwhile.
    if (readSummaryPrompt(store, { treeId, node, writerId }) !== prompt) return;
    const createdAt = idsAndClock.now();
    const summary = { node, text, basis, response, agent: agent.id, createdAt };
    const write = { tree: treeId, author: { id: agent.id, type: agent.type }, kind: 'summary' } as const;
    transactions.run(write, (after) =>
      after.add({ nodes: [], edges: [], metadata: [], path: NO_PATH_CHANGE, summaries: [summary] }),
    );
    if (node === null) this.#options.notifyChanged();
  }

  /** Notifies the writer, once for each model, that a summary needed more tokens than was stated. */
  #onUsed({ modelRef }: Agent, prompt: string, usage: TokenUsage): void {
    const { notices, notifyChanged } = this.#options;
    const stated = tokensOf(summaryCost(1, prompt.length));
    const used = tokensOf(usage);
    if (used <= stated || this.#warnedOf === modelRef) return;
    this.#warnedOf = modelRef;
    notices.add(summariesUseMore(used, stated), {}, { detail: SUMMARIES_USE_MORE_DETAIL, isDone: true });
    notifyChanged();
  }

  /** Asked without the writer's prompt for conversations. */
  #findAgent(): Agent | undefined {
    const modelRef = this.#options.preferences().summaryModel;
    const agent = listAgents(this.#options.store).find(
      (each) =>
        each.type === 'model' &&
        each.archivedAt === null &&
        each.modelRef === modelRef &&
        !continuesTexts(each),
    );
    if (agent === undefined) return undefined;
    const { systemPrompt: _, ...configuration } = agent.configuration;
    return { ...agent, configuration };
  }
}

function tokensOf({ promptTokens, completionTokens }: TokenUsage): number {
  return promptTokens + completionTokens;
}

function nameOf({ treeId, node }: Subject): string {
  return `${treeId} ${node}`;
}
