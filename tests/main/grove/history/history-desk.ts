import type { DraftOp } from '../../../../src/core/buffer/pending-edit.ts';
import type { PathState } from '../../../../src/core/history/path-state.ts';
import type { NodeId, PositionId, RequestId } from '../../../../src/core/ids.ts';
import { normaliseSpannedText } from '../../../../src/core/text/normalise.ts';
import type { SpannedText } from '../../../../src/core/text/span.ts';
import { textOf } from '../../../../src/core/tree/tree-node.ts';
import { ChangeFeed } from '../../../../src/main/grove/change-feed.ts';
import { TreeSession } from '../../../../src/main/grove/writing/tree-session.ts';
import { TreeTransactions } from '../../../../src/main/grove/writing/tree-transactions.ts';
import { ownChain } from '../../../../src/main/store/tables/history/chain-ref.ts';
import { readState } from '../../../../src/main/store/tables/history/layer-state.ts';
import { readLayers, type StoredLayer } from '../../../../src/main/store/tables/history/read-layers.ts';
import { loadPathAt } from '../../../../src/main/store/tree/past/path-at-state.ts';
import { loadPath, type PathStep } from '../../../../src/main/store/tree/path-loading.ts';
import { type PlantedGrove, plantGrove } from '../../../helpers/grove.ts';
import { draftJournal } from '../../../helpers/journal.ts';

/** The state of a path: its texts with their spans, and the uncommitted text. */
export type Shown = ReturnType<typeof shownOf>;

function shownOf(steps: readonly PathStep[], draft: PathState['draft']) {
  return {
    nodes: steps.slice(1).map(({ node: { id, positionId, content, spans } }) => ({
      id,
      positionId,
      text: textOf(content),
      spans,
    })),
    draft,
  };
}

/** A writer's session in a tree, and the time line that it leaves. */
export function openHistory(grove: PlantedGrove = plantGrove()) {
  const { store, tree, human, idsAndClock } = grove;
  const feed = new ChangeFeed();
  const transactions = new TreeTransactions(store, feed);
  const make = () =>
    new TreeSession({
      store,
      treeId: tree.id,
      author: { id: human, type: 'human' },
      transactions,
      idsAndClock,
      journal: draftJournal({ treeId: tree.id, agentId: human }),
      onSaveState: () => undefined,
    });
  let session = make();
  const chain = ownChain(tree.id, human);
  const layers = () => readLayers(store, chain, 0, Number.MAX_SAFE_INTEGER);
  const intent = (ops: readonly DraftOp[] = []) => ({ pathVersion: session.readPath().pathVersion, ops });
  return {
    grove,
    chain,
    feed,
    transactions,
    get session() {
      return session;
    },
    reopen: () => {
      session.close();
      session = make();
    },
    intent,
    typed: (text: string, nodeId: NodeId | null = null, at = session.draft.buffer.text.length): DraftOp => ({
      nodeId,
      splice: { from: at, to: at, insert: text, spans: [{ agent: human, length: text.length }] },
    }),
    commit: (ops: readonly DraftOp[] = []) => session.commit(intent(ops), idsAndClock.newId() as RequestId),
    layers,
    reasons: () => layers().map(({ reason }: StoredLayer) => reason),
    /** The present state of the path. */
    shown: (): Shown => {
      const { buffer, edits } = session.draft;
      const whole = (draft: SpannedText) => {
        const { text, spans } = normaliseSpannedText(draft);
        return { text, spans };
      };
      const draft = {
        buffer: whole(buffer),
        edits: edits.map((edit) => ({ nodeId: edit.nodeId, ...whole(edit) })),
      };
      const isCommitted = draft.buffer.text === '' && draft.edits.length === 0;
      return shownOf(loadPath(store, tree.id, human), isCommitted ? null : draft);
    },
    /** Its state after a layer. */
    shownAfter: (seq: number): Shown => {
      const state = readState(store, chain, seq);
      return shownOf(loadPathAt(store, tree.id, state), state.draft);
    },
    positionAt: (index: number): PositionId => {
      const step = loadPath(store, tree.id, human)[index + 1];
      if (step === undefined) throw new Error(`the path has no ${index + 1} nodes`);
      return step.node.positionId;
    },
    nodeAt: (index: number): NodeId => {
      const step = loadPath(store, tree.id, human)[index + 1];
      if (step === undefined) throw new Error(`the path has no ${index + 1} nodes`);
      return step.node.id;
    },
  };
}

export type HistoryDesk = ReturnType<typeof openHistory>;
