import { insertionsOf } from '../../../core/context/insertion.ts';
import { lengthOf } from '../../../core/context/messages.ts';
import { AspenError } from '../../../core/errors.ts';
import type { AgentId, ProposalId, TreeId } from '../../../core/ids.ts';
import { type AskedText, type EditPrompt, editContext } from '../../../core/proposals/ask-prompt.ts';
import { longestText } from '../../../core/proposals/ask-room.ts';
import type { TextRange } from '../../../core/text/text-range.ts';
import { type Agent, continuesTexts } from '../../../core/tree/agent.ts';
import type { LoomTree } from '../../../core/tree/loom-tree.ts';
import type { PathReply } from '../../../ipc/wire/path.ts';
import type { EditAsk, EditScope } from '../../../ipc/wire/proposal.ts';
import { ASK_IN_MANUSCRIPT, NOTHING_ASKED, onlyContinues } from '../../../ui-text/proposals.ts';
import { ANY_LENGTH, windowOf } from '../../generation/agent-context.ts';
import { agentAsServed, findModel } from '../../generation/find-model.ts';
import type { Store } from '../../store/connection/store.ts';
import { getAgent } from '../../store/tables/agents.ts';
import { findProposal } from '../../store/tables/proposals/proposals.ts';
import { getTree } from '../../store/tables/trees.ts';
import type { IntentParts } from '../writing/intent-writer.ts';
import type { TreeSession } from '../writing/tree-session.ts';
import { AskRun, type AskRunOptions } from './ask-run.ts';

/** Interval at which the window is sent the length that has arrived, in milliseconds. */
const INTERVAL = 250;

/** More than a selection that is quoted adds to what is sent, in UTF-16 code units. */
const ROOM_FOR_SELECTION = 1_200;

/** A writer's request to an agent. */
export interface EditRequest {
  readonly agentId: AgentId;
  readonly instruction: string;
  readonly scope: EditScope;
  /** The selection, or the caret, in the text on the screen after the typing. */
  readonly range: TextRange;
}

export interface EditAsksOptions extends AskRunOptions {
  readonly store: Store;
  /** The writer's session in a tree, opened on first use. @throws {AspenError} NOT_FOUND */
  session(treeId: TreeId): Pick<TreeSession, 'stay'>;
  /** The setting *Agents edit by patches*. */
  editsByPatches(): boolean;
  /** Called when the pending requests of a tree have changed. */
  onChanged(treeId: TreeId): void;
}

/** An ask with everything that asking the same again needs. */
interface Ask {
  readonly treeId: TreeId;
  readonly request: Omit<EditRequest, 'range' | 'scope'> & { readonly scope: EditScope | null };
  readonly run: AskRun;
}

export interface AskReply {
  readonly path: PathReply;
  readonly ask: EditAsk;
}

/**
 * *Ask for an edit*: any chat model is given a snapshot and an instruction, and its answer becomes a proposal (`edits.md`). An ask
 * writes nothing but its record until then, and a crash loses it.
 */
export class EditAsks {
  readonly #options: EditAsksOptions;
  /** Pending and failed requests, in the order in which they were made. */
  readonly #asks = new Map<ProposalId, Ask>();
  /** Timers of trees whose progress the window will be sent. */
  readonly #timers = new Map<TreeId, ReturnType<typeof setTimeout>>();

  constructor(options: EditAsksOptions) {
    this.#options = options;
  }

  /**
   * Takes a snapshot of the text after the typing, and asks. Commits nothing.
   * @throws {AspenError} CONFLICT; NOT_FOUND; READ_ONLY; MODEL_NOT_FOUND; INVALID_ARGUMENT in a conversation, for an agent that
   *   is no chat model, for a blank instruction, or if the scope has no text or does not fit the agent
   */
  ask(treeId: TreeId, intent: IntentParts, { range, ...request }: EditRequest): AskReply {
    return this.#ask(treeId, intent, request, range);
  }

  /**
   * Asks the same again, of a new snapshot: by the id of a proposal, or of an ask that failed, which it takes the place of. The scope
   * is that of the old snapshot while it is held, or else the widest that fits.
   * @throws {AspenError} as `ask`; NOT_FOUND if the writer did not ask for the proposal
   */
  askAgain(treeId: TreeId, intent: IntentParts, id: ProposalId, range: TextRange): AskReply {
    const failed = this.#asks.get(id);
    if (failed !== undefined && failed.treeId === treeId && failed.run.error !== null) {
      const reply = this.#ask(treeId, intent, failed.request, range);
      this.#remove(failed);
      return reply;
    }
    const { store, proposals } = this.#options;
    const proposal = findProposal(store, id);
    if (proposal === undefined || proposal.treeId !== treeId || proposal.instruction === null)
      throw new AspenError('NOT_FOUND', `nobody asked for the proposal ${id}`);
    const { agentId, instruction, documentVersion } = proposal;
    const scope = proposals.find(treeId, agentId, documentVersion)?.scope ?? null;
    return this.#ask(treeId, intent, { agentId, instruction, scope }, range);
  }

  /** Stops an ask, or dismisses one that failed (null: every one); resolves once it has ended. It proposes nothing. */
  async stop(id: ProposalId | null): Promise<void> {
    await this.#stopThose((ask) => id === null || ask.run.id === id);
  }

  /** The same for those of a tree. */
  async stopInTree(treeId: TreeId): Promise<void> {
    await this.#stopThose((ask) => ask.treeId === treeId);
  }

  /** The pending and failed requests of a tree, in the order in which they were made. */
  asks(treeId: TreeId): readonly EditAsk[] {
    return [...this.#asks.values()].filter((ask) => ask.treeId === treeId).map(snapshotOf);
  }

  #ask(treeId: TreeId, intent: IntentParts, request: Ask['request'], range: TextRange): AskReply {
    const { store, proposals, session, findProvider, editsByPatches, onChanged } = this.#options;
    const { agentId, instruction, scope } = request;
    const tree = getTree(store, treeId);
    const agent = agentAsServed(getAgent(store, agentId), findProvider);
    if (store.readonly) throw new AspenError('READ_ONLY', 'the record of an answer could not be stored');
    if (tree.mode !== 'buffer') throw new AspenError('INVALID_ARGUMENT', ASK_IN_MANUSCRIPT);
    if (agent.type !== 'model' || continuesTexts(agent))
      throw new AspenError('INVALID_ARGUMENT', onlyContinues(agent.name));
    if (instruction.trim() === '') throw new AspenError('INVALID_ARGUMENT', NOTHING_ASKED);
    findModel(agent, findProvider);
    const byPatches = editsByPatches();
    const promptFor = (asked: AskedText) => promptOf(agent, tree, asked, instruction, byPatches);
    const fixed = lengthOf(editContext(promptFor(NOTHING)).messages) + ROOM_FOR_SELECTION;
    const replaces = range.from === range.to ? 'all' : 'passage';
    const window = windowOf(agent) ?? ANY_LENGTH;
    const limit = longestText(fixed, window, byPatches ? 'blocks' : replaces);
    const path = session(treeId).stay(intent);
    const snapshot = proposals.take({ treeId, agentId, scope, range, limit });
    const run = new AskRun(
      {
        treeId,
        agent,
        instruction,
        snapshot,
        byPatches,
        context: editContext(promptFor(snapshot)),
      },
      this.#options,
      { onReceived: () => this.#notifySoon(treeId), onPhase: () => onChanged(treeId) },
    );
    const ask = { treeId, request, run };
    this.#asks.set(run.id, ask);
    void run.ended.then(() => {
      // A proposal has taken its place, or it was stopped.
      if (run.error === null) this.#remove(ask);
      else onChanged(treeId);
    });
    return { path, ask: snapshotOf(ask) };
  }

  async #stopThose(isMeant: (ask: Ask) => boolean): Promise<void> {
    const stopped = [...this.#asks.values()].filter(isMeant);
    for (const { run } of stopped) run.stop();
    await Promise.all(stopped.map(({ run }) => run.ended));
    for (const ask of stopped) this.#remove(ask);
  }

  #remove({ treeId, run }: Ask): void {
    if (this.#asks.delete(run.id)) this.#options.onChanged(treeId);
  }

  #notifySoon(treeId: TreeId): void {
    if (this.#timers.has(treeId)) return;
    const notify = () => {
      this.#timers.delete(treeId);
      if (this.asks(treeId).length > 0) this.#options.onChanged(treeId);
    };
    this.#timers.set(treeId, setTimeout(notify, INTERVAL));
  }
}

const NOTHING: AskedText = {
  text: '',
  lines: { first: 1_000_000, last: 1_000_000, of: 1_000_000 },
  selection: null,
};

function promptOf(
  agent: Agent,
  { systemContext, settings }: LoomTree,
  asked: AskedText,
  instruction: string,
  byPatches: boolean,
): EditPrompt {
  return {
    systemPrompt: agent.configuration.systemPrompt ?? '',
    systemContext: systemContext ?? '',
    insertions: insertionsOf(settings),
    asked,
    instruction,
    byPatches,
  };
}

function snapshotOf({ treeId, request, run }: Ask): EditAsk {
  const { agentId, instruction } = request;
  const { id: askId, phase, received, error } = run;
  return { askId, treeId, agentId, instruction, phase, received, error };
}
