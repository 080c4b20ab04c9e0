import { assert } from '../../../core/assert.ts';
import type { ContextNode } from '../../../core/context/story.ts';
import { documentSections, findSection } from '../../../core/documents/document-sections.ts';
import { findDocument } from '../../../core/documents/find-document.ts';
import { AspenError } from '../../../core/errors.ts';
import type { FenceFault } from '../../../core/fences/fence-fault.ts';
import {
  type FenceExecution,
  type FenceRun,
  inputHash,
  nameInCoordinates,
  nextRun,
  slugOf,
  templateHash,
} from '../../../core/fences/fence-hashes.ts';
import { faultsAmong } from '../../../core/fences/fence-order.ts';
import { assembleFence, fillTemplate, type HoleSources } from '../../../core/fences/fill-template.ts';
import { findPromptFences, type PromptFence } from '../../../core/fences/prompt-fence.ts';
import {
  type AgentId,
  type JobId,
  type NodeId,
  positionOpenedBy,
  type Sha256,
  type TreeId,
} from '../../../core/ids.ts';
import { textUpTo } from '../../../core/lore/scanned-text.ts';
import { offerReplacement, type Replacement } from '../../../core/rewrites/offer-replacement.ts';
import type { TextRange } from '../../../core/text/span.ts';
import type { Agent } from '../../../core/tree/agent.ts';
import type { ResponseDetails } from '../../../core/tree/new-node.ts';
import { textOf } from '../../../core/tree/tree-node.ts';
import type { Input, Output } from '../../../ipc/contract.ts';
import type { ReplacementJob, SlotSnapshot } from '../../../ipc/wire/generation.ts';
import { describeFaults, FENCE_CHANGED } from '../../../ui-text/history/fences.ts';
import { type AgentContext, ANY_LENGTH, windowOf } from '../../generation/agent-context.ts';
import type { Generator } from '../../generation/generator.ts';
import type { Reader } from '../../store/connection/query.ts';
import { findAgent, getAgent, listAgents } from '../../store/tables/agents.ts';
import {
  findLastOutput,
  listOutputs,
  listRuns,
  type RecordedOutput,
} from '../../store/tables/history/executions.ts';
import { findNode, getWholeNode } from '../../store/tables/nodes.ts';
import { findResponse } from '../../store/tables/responses.ts';
import { getTree, listDocuments } from '../../store/tables/trees.ts';
import { findUnsent } from '../../store/tree/find-unsent.ts';
import { findNodesByLocalIds } from '../../store/tree/local-ids.ts';
import { sqlViews } from '../../store/tree/sql-tree.ts';
import type { GroveScope } from '../grove-scope.ts';
import type { GroveLore } from '../lore/grove-lore.ts';
import { readDocumentText } from '../reading/document-text.ts';
import type { IntentParts } from '../writing/intent-writer.ts';

export type FenceRequest = Omit<Input<'fence.run'>, keyof IntentParts | 'treeId'>;

/** Runs prompt fences in an open grove (`layers.md`, *Prompt fences*). */
export class GroveFences {
  readonly #scope: GroveScope;
  readonly #generator: Generator;
  readonly #lore: GroveLore;

  constructor(scope: GroveScope, generator: Generator, lore: GroveLore) {
    this.#scope = scope;
    this.#generator = generator;
    this.#lore = lore;
  }

  /**
   * Commits the draft and runs a fence: results that are recorded are offered again without a request, and those that are
   * missing are requested. They arrive as those of a rewrite of the fence.
   * @throws {AspenError} as `planRun`; INVALID_ARGUMENT in a conversation; MODEL_NOT_FOUND: all before anything is written
   */
  run(treeId: TreeId, intent: IntentParts, request: FenceRequest): Output<'fence.run'> {
    const { store, writerId, idsAndClock, treeSession } = this.#scope;
    const generator = this.#generator;
    if (getTree(store, treeId).mode !== 'buffer')
      throw new AspenError('INVALID_ARGUMENT', 'only the fences of a manuscript are run');
    const { replacements, shown } = treeSession(treeId);
    const values = new Map(request.values.map(({ name, value }) => [name, value]));
    const plan = (range: TextRange): PlannedRun => {
      const nodes = shown.contextNodes(null);
      const toRun = { treeId, range, nodes, chosen: request.agentId, values, writerId };
      const planned = planRun(store, toRun, this.#lore);
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
    const { store, transactions, idsAndClock } = this.#scope;
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

  /** A version's details of its response; null if the result has left its old place. */
  #detailsOf({ versionId, output }: RecordedOutput): ResponseDetails | null {
    const { store, idsAndClock } = this.#scope;
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

// The request that running a prompt fence would send (`layers.md`, *Prompt fences*).

/** The most tokens of a result, unless its agent sets them. */
const MAX_TOKENS = 1_024;

interface FenceToRun {
  readonly treeId: TreeId;
  /** The fence's range in the text of the path. */
  readonly range: TextRange;
  /** The nodes of the whole path. */
  readonly nodes: readonly ContextNode[];
  /** Runs a fence that names no agent; null if none is chosen. */
  readonly chosen: AgentId | null;
  readonly values: ReadonlyMap<string, string>;
  /** The writer, whose path through a document determines its text. */
  readonly writerId: AgentId;
}

interface PlannedRun {
  readonly fence: PromptFence;
  readonly agent: Agent;
  readonly context: AgentContext;
  readonly maxTokens: number;
  readonly run: FenceRun;
  readonly templateHash: Sha256;
  readonly inputHash: Sha256;
}

/**
 * Finds all faults of a fence, or else the request that running it would send.
 * @throws {AspenError} NOT_FOUND if there is no prompt fence in the range; INVALID_ARGUMENT, with the faults;
 *   CONTEXT_TOO_LONG
 */
function planRun(reader: Reader, toRun: FenceToRun, lore: Pick<GroveLore, 'select'>): PlannedRun {
  const { treeId, range, nodes, chosen, values, writerId } = toRun;
  const fences = findPromptFences(nodes.map(({ text }) => text).join(''));
  const fence = fences.find(({ from, to }) => from === range.from && to === range.to);
  if (fence === undefined) throw new AspenError('NOT_FOUND', FENCE_CHANGED);
  const faults: FenceFault[] = [...fence.faults, ...faultsAmong(fence, fences)];
  const agent = agentOf(reader, fence, chosen, faults);
  const sources: HoleSources = {
    findNode: (localId) => findNamedNode(reader, treeId, localId),
    findOutput: (name) => {
      const found = findLastOutput(reader, treeId, name);
      return found && { text: found.output, isHidden: findUnsent(reader, [{ ...found, treeId }]).size > 0 };
    },
    readDocument: (address) => readNamedDocument(reader, writerId, address),
    readLore: (prompt) => {
      if (agent === null) return [];
      const own: ContextNode = {
        nodeId: null,
        text: `\n\n${prompt}`,
        speakerId: writerId,
        excluded: false,
        pruned: false,
      };
      return lore.select({
        tree: getTree(reader, treeId),
        nodes: [...textUpTo(nodes, fence.from), own],
        at: null,
        window: windowOf(agent),
        reserve: agent.configuration.maxTokens ?? MAX_TOKENS,
      }).insertions;
    },
    fenceNames: new Set(fences.flatMap(({ name }) => (name === null ? [] : [name]))),
    values,
  };
  const { pieces, holes } = fillTemplate(nodes, fence, sources, faults);
  if (faults.length > 0 || agent === null) throw new AspenError('INVALID_ARGUMENT', describeFaults(faults));
  const { configuration } = agent;
  const maxTokens = configuration.maxTokens ?? MAX_TOKENS;
  const context = assembleFence({
    pieces,
    systemPrompt: configuration.systemPrompt ?? '',
    isChat: (configuration.completionStyle ?? 'completion') !== 'completion',
    window: windowOf(agent) ?? ANY_LENGTH,
    reserve: maxTokens,
  });
  const template = templateHash(fence);
  const slug = slugOf(getTree(reader, treeId).title);
  return {
    fence,
    agent,
    context,
    maxTokens,
    run: nextRun(listRuns(reader, treeId), slug, nameInCoordinates(fence), template),
    templateHash: template,
    inputHash: inputHash(holes, agent, maxTokens),
  };
}

/** The agent that a fence names, or the one that is chosen; null if it cannot run. */
function agentOf(
  reader: Reader,
  { agent: name }: PromptFence,
  chosen: AgentId | null,
  faults: FenceFault[],
): Agent | null {
  if (name === null) {
    const agent = chosen === null ? undefined : findAgent(reader, chosen);
    if (agent?.type === 'model') return agent;
    faults.push({ kind: 'noAgent' });
    return null;
  }
  const all = listAgents(reader).filter(({ archivedAt }) => archivedAt === null);
  const named = all.filter((agent) => agent.name === name);
  const folded = all.filter((agent) => agent.name.toLowerCase() === name.toLowerCase());
  const [agent, ...others] = named.length > 0 ? named : folded;
  if (agent === undefined) faults.push({ kind: 'agent', name, why: 'missing' });
  else if (others.length > 0) faults.push({ kind: 'agent', name, why: 'several' });
  else if (agent.type !== 'model') faults.push({ kind: 'agent', name, why: 'notModel' });
  else return agent;
  return null;
}

function findNamedNode(reader: Reader, treeId: TreeId, localId: string): ReturnType<HoleSources['findNode']> {
  const [found] = findNodesByLocalIds(reader, treeId, [localId.toLowerCase()]);
  if (found === undefined) return undefined;
  const node = getWholeNode(reader, found.id);
  return {
    nodeId: node.id,
    text: textOf(node.content),
    isHidden: findUnsent(reader, [node]).size > 0,
  };
}

function readNamedDocument(
  reader: Reader,
  writerId: AgentId,
  address: string,
): ReturnType<HoleSources['readDocument']> {
  const found = findDocument(listDocuments(reader), address);
  if (found.kind !== 'one') return { fault: found.kind === 'none' ? 'noDocument' : 'severalDocuments' };
  const { id } = found.document;
  const { text } = readDocumentText(reader, id, sqlViews(reader, id, writerId));
  if (found.section === null) return { text };
  const section = findSection(documentSections(text), found.section);
  return section === null ? { fault: 'noSection' } : { text: text.slice(section.from, section.to) };
}
