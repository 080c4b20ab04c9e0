/** What running a prompt fence would send (`layers.md`, *Prompt fences*). */
import type { ContextNode } from '../../../core/context/assemble.ts';
import { documentSections, findSection } from '../../../core/documents/document-sections.ts';
import { findDocument } from '../../../core/documents/find-document.ts';
import { AspenError } from '../../../core/errors.ts';
import { assembleFence } from '../../../core/fences/assemble-fence.ts';
import type { FenceFault } from '../../../core/fences/fence-fault.ts';
import type { FenceRun } from '../../../core/fences/fence-hashes.ts';
import {
  inputHash,
  nameInCoordinates,
  nextRun,
  slugOf,
  templateHash,
} from '../../../core/fences/fence-hashes.ts';
import { faultsAmong } from '../../../core/fences/fence-order.ts';
import { fillTemplate, type HoleSources } from '../../../core/fences/fill-template.ts';
import { findPromptFences, type PromptFence } from '../../../core/fences/prompt-fence.ts';
import type { AgentId, Sha256, TreeId } from '../../../core/ids.ts';
import type { TextRange } from '../../../core/text/text-range.ts';
import type { Agent } from '../../../core/tree/agent.ts';
import { textOf } from '../../../core/tree/tree-node.ts';
import { describeFaults, FENCE_CHANGED } from '../../../ui-text/history/fences.ts';
import { type AgentContext, ANY_LENGTH, windowOf } from '../../generation/agent-context.ts';
import type { Reader } from '../../store/connection/query.ts';
import { findAgent, listAgents } from '../../store/tables/agents.ts';
import { findLastOutput, listRuns } from '../../store/tables/history/executions.ts';
import { getWholeNode } from '../../store/tables/nodes.ts';
import { getTree, listDocuments } from '../../store/tables/trees.ts';
import { findUnsent } from '../../store/tree/find-unsent.ts';
import { findNodesByLocalIds } from '../../store/tree/local-ids.ts';
import { sqlViews } from '../../store/tree/sql-tree.ts';
import { readDocumentText } from '../reading/document-text.ts';

/** The most tokens that a result may have, unless its agent says. */
const MAX_TOKENS = 1_024;

export interface FenceToRun {
  readonly treeId: TreeId;
  /** Where the fence is in the text of the path. */
  readonly range: TextRange;
  /** Of the whole path. */
  readonly nodes: readonly ContextNode[];
  /** Who runs a fence that names no agent; null if none is chosen. */
  readonly chosen: AgentId | null;
  readonly values: ReadonlyMap<string, string>;
  /** Whose path through a document says what its text is. */
  readonly writerId: AgentId;
}

export interface PlannedRun {
  readonly fence: PromptFence;
  readonly agent: Agent;
  readonly context: AgentContext;
  readonly maxTokens: number;
  readonly run: FenceRun;
  readonly templateHash: Sha256;
  readonly inputHash: Sha256;
}

/**
 * Finds everything that is wrong with a fence, or else what running it would send.
 * @throws {AspenError} NOT_FOUND if there is no prompt fence in the range; INVALID_ARGUMENT, with what is wrong;
 *   CONTEXT_TOO_LONG
 */
export function planRun(reader: Reader, toRun: FenceToRun, sha256: (text: string) => Sha256): PlannedRun {
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
  const template = templateHash(fence, sha256);
  const slug = slugOf(getTree(reader, treeId).title);
  return {
    fence,
    agent,
    context,
    maxTokens,
    run: nextRun(listRuns(reader, treeId), slug, nameInCoordinates(fence), template),
    templateHash: template,
    inputHash: inputHash(holes, agent, maxTokens, sha256),
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
