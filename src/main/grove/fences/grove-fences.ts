import { assert } from '../../../core/assert.ts';
import { AspenError } from '../../../core/errors.ts';
import type { FenceExecution } from '../../../core/fences/fence-execution.ts';
import { type AgentId, type JobId, type NodeId, positionOpenedBy, type TreeId } from '../../../core/ids.ts';
import { offerReplacement, type Replacement } from '../../../core/rewrites/offer-replacement.ts';
import type { TextRange } from '../../../core/text/text-range.ts';
import type { IdsAndClock } from '../../../core/tree/ids-and-clock.ts';
import type { ResponseDetails } from '../../../core/tree/new-node.ts';
import type { Input, Output } from '../../../ipc/contract.ts';
import type { ReplacementJob, SlotSnapshot } from '../../../ipc/wire/generation.ts';
import type { Generator } from '../../generation/generator.ts';
import type { Store } from '../../store/connection/store.ts';
import { getAgent } from '../../store/tables/agents.ts';
import { listOutputs, type RecordedOutput } from '../../store/tables/history/executions.ts';
import { findNode } from '../../store/tables/nodes.ts';
import { findResponse } from '../../store/tables/responses.ts';
import { getTree } from '../../store/tables/trees.ts';
import type { IntentParts } from '../writing/intent-writer.ts';
import type { TreeSession } from '../writing/tree-session.ts';
import type { TreeTransactions } from '../writing/tree-transactions.ts';
import { type PlannedRun, planRun } from './plan-run.ts';

export type FenceRequest = Omit<Input<'fence.run'>, keyof IntentParts | 'treeId'>;

export interface GroveFencesOptions {
  readonly store: Store;
  readonly writerId: AgentId;
  readonly idsAndClock: IdsAndClock;
  readonly transactions: TreeTransactions;
  readonly generator: Generator;
  /** The writer's session in a tree, opened on first use. @throws {AspenError} NOT_FOUND */
  session(treeId: TreeId): TreeSession;
}

/** Runs prompt fences in an open grove (`layers.md`, *Prompt fences*). */
export class GroveFences {
  readonly #options: GroveFencesOptions;

  constructor(options: GroveFencesOptions) {
    this.#options = options;
  }

  /**
   * Commits the draft and runs a fence: results that are recorded are offered again without a request, and those that are
   * missing are requested. They arrive as those of a rewrite of the fence.
   * @throws {AspenError} as `planRun`; INVALID_ARGUMENT in a conversation; MODEL_NOT_FOUND: all before anything is written
   */
  run(treeId: TreeId, intent: IntentParts, request: FenceRequest): Output<'fence.run'> {
    const { store, writerId, idsAndClock, generator, session } = this.#options;
    if (getTree(store, treeId).mode !== 'buffer')
      throw new AspenError('INVALID_ARGUMENT', 'only the fences of a manuscript are run');
    const { replacements, shown } = session(treeId);
    const values = new Map(request.values.map(({ name, value }) => [name, value]));
    const plan = (range: TextRange): PlannedRun => {
      const nodes = shown.contextNodes(null);
      const toRun = { treeId, range, nodes, chosen: request.agentId, values, writerId };
      const planned = planRun(store, toRun, idsAndClock.sha256);
      generator.requireModel(planned.agent);
      return planned;
    };
    let range: TextRange | null = null;
    const { path, originId, parts, before, replaced, after } = replacements.prepare(
      intent,
      request,
      ({ offsets }) => {
        range = offsets;
        plan(offsets);
      },
    );
    assert(range !== null, 'the range was checked');
    // The commit changed no text, but now all of it is in nodes.
    const planned = plan(range);
    const { agent, context, maxTokens, fence, run, templateHash, inputHash } = planned;
    const steps = Array.from({ length: fence.count }, (_, index) => index + 1);
    const known = request.isAgain ? [] : listOutputs(store, treeId, templateHash, inputHash);
    const recorded = known.filter(({ step }) => step <= fence.count);
    const missing = steps.filter((step) => recorded.every((output) => output.step !== step));
    const execution: FenceExecution = {
      run,
      requestedBy: writerId,
      fence: { at: fence.at, block: fence.block },
      templateHash,
      inputHash,
      steps: missing,
    };
    const replacement: Replacement = { originId, parts, run: execution };
    const reused = recorded.map((output) => this.#reuse(treeId, replacement, output));
    const target = { kind: 'replacement', ...replacement, before, replaced, after } as const;
    const agentRequests = [
      { agent: withSeed(agent, missing[0] ?? 1), context, count: missing.length, maxTokens },
    ];
    const job: ReplacementJob =
      missing.length > 0
        ? generator.start({ treeId, requestedBy: writerId, target, agentRequests })
        : {
            jobId: idsAndClock.newId() as JobId,
            treeId,
            requestedBy: writerId,
            turnId: null,
            parentId: null,
            continues: false,
            replaces: parts,
            slots: [],
          };
    const count = job.slots.length;
    const slots = reused.map((slot, index): SlotSnapshot => ({ ...slot, slot: count + index }));
    return { path, job: { ...job, slots: [...job.slots, ...slots] }, reused: slots.length };
  }

  /** Offers a recorded result in place of a fence; the version that it made, if that is still there. */
  #reuse(treeId: TreeId, replacement: Replacement, recorded: RecordedOutput): SlotSnapshot {
    const { store, transactions, idsAndClock } = this.#options;
    const { output: text } = recorded;
    const { id, type } = getAgent(store, recorded.agentId);
    const details = this.#detailsOf(recorded);
    const seam = details?.seam ?? { promptTrimmed: 0, answerTrimmed: 0 };
    let versions: readonly NodeId[] = [];
    transactions.run({ tree: treeId, author: { id, type }, kind: 'generate' }, (after) => {
      versions = offerReplacement(after, replacement, { text, seam }, { id, type }, details, idsAndClock);
    });
    return {
      slot: 0,
      positionId: positionOpenedBy(idsAndClock.newId() as NodeId),
      agentId: id,
      state: 'done',
      text,
      finishReason: 'stop',
      error: null,
      versions,
    };
  }

  /** What a version says of the response it is from; null if the result is at its old place no more. */
  #detailsOf({ versionId, output }: RecordedOutput): ResponseDetails | null {
    const { store, idsAndClock } = this.#options;
    const version = versionId === null ? undefined : findNode(store, versionId);
    const responseId = version?.responseId ?? null;
    const response = responseId === null ? undefined : findResponse(store, responseId);
    const from = version?.seam?.answerTrimmed;
    if (version === undefined || response === undefined || from === undefined) return null;
    if (version.choiceIndex === null || version.finishReason === null) return null;
    return {
      nodeId: idsAndClock.newId() as NodeId,
      responseId: response.id,
      responseHash: response.bodySha256,
      choiceIndex: version.choiceIndex,
      seam: { promptTrimmed: 0, answerTrimmed: from, ranges: [{ from, to: from + output.length, at: 0 }] },
      finishReason: version.finishReason,
    };
  }
}

/** An agent with a seed of its own gives each step another one (`Generator`), whichever of them are asked for now. */
function withSeed(agent: PlannedRun['agent'], firstStep: number): PlannedRun['agent'] {
  const { seed } = agent.configuration;
  if (seed === undefined) return agent;
  return { ...agent, configuration: { ...agent.configuration, seed: seed + firstStep - 1 } };
}
