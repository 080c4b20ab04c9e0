import type { JobId, PositionId, TreeId } from '../../../core/ids.ts';
import type { LoomTree } from '../../../core/tree/loom-tree.ts';
import type { ArrivedReply, GenerationUpdate } from '../../../ipc/wire/generation.ts';
import { readyElsewhere, SHOW_ARRIVALS } from '../../../ui-text/continuations.ts';
import { distinctTitle } from '../../../ui-text/tree/equal-titles.ts';
import type { Preferences } from '../settings/preferences-session.ts';
import type { Arrival, FailedRequest } from '../tree/announcer.ts';
import { isRunning } from '../tree/generation-session.ts';
import type { Panes } from './panes.ts';
import type { SceneSession } from './scene-session.ts';
import type { Desk } from './tree-desks.ts';
import type { WindowScope } from './window-scope.ts';

/** As many conversations are marked at once; of more, those that were marked last. */
const MAX_MARKED = 200;

/**
 * Number of replies that became the head of each conversation while the writer did not look (`dialogue.md`, *Replies*).
 * They are kept on this computer, not in the grove.
 * @param desks the trees on the screen
 */
export function createUnseenReplies(
  { isCovered, findGrove, setPreferences, preferences }: WindowScope,
  desks: () => readonly Desk[],
) {
  /** In a tree and, if it is a manuscript, in the conversations about it. */
  function countOf({ id }: Pick<LoomTree, 'id'>): number {
    const about = findGrove()?.trees.filter(({ topicTreeId }) => topicTreeId === id) ?? [];
    return countIn([id, ...about.map((tree) => tree.id)]);
  }

  function counts(): Preferences['unseenReplies'] {
    return preferences.get().unseenReplies;
  }

  function countIn(treeIds: readonly TreeId[]): number {
    return treeIds.reduce((sum, treeId) => sum + (counts()[treeId] ?? 0), 0);
  }

  function seen(): readonly TreeId[] {
    return isCovered() ? [] : desks().map(({ tree }) => tree.treeId);
  }

  return {
    countOf,

    /** In the conversations about a tree. */
    countAbout({ id }: Pick<LoomTree, 'id'>): number {
      return countOf({ id }) - countIn([id]);
    },

    onArrived(treeId: TreeId): void {
      if (seen().includes(treeId)) return;
      const { [treeId]: known = 0, ...others } = counts();
      const kept = Object.entries(others).slice(1 - MAX_MARKED);
      setPreferences({
        unseenReplies: { ...Object.fromEntries(kept), [treeId]: known + 1 },
      });
    },

    /** Call it whenever other trees may be on the screen: what is there has been seen. */
    update(): void {
      const seenIds = new Set<string>(seen());
      const entries = Object.entries(counts());
      const unseen = entries.filter(([treeId]) => !seenIds.has(treeId));
      if (unseen.length < entries.length) setPreferences({ unseenReplies: Object.fromEntries(unseen) });
    },
  };
}

export type UnseenReplies = ReturnType<typeof createUnseenReplies>;

/**
 * Continuations that arrived where the writer is not looking: in another tree, elsewhere in this one, or behind focus
 * mode. A notice reports them once, and leads there; so does a command, until the writer has been there.
 */
export function createArrivals(
  { client, preferences, isCovered, showTree, showTab, notices }: WindowScope,
  scene: () => SceneSession,
  panes: () => Panes,
  unseen: UnseenReplies,
) {
  let latest: Arrival | null = null;
  /** Completed answers of requests that are still incomplete. */
  const ready = new Map<JobId, PositionId[]>();
  /** The last reply in each conversation that is not on the screen. */
  const elsewhere = new Map<TreeId, ArrivedReply>();
  let notice: number | null = null;

  /** Goes to the continuations that arrived, and shows their list. */
  async function goThere(): Promise<void> {
    const arrival = latest;
    if (arrival === null) return;
    end();
    if (scene().findDeskOf(arrival.treeId) === null) {
      await showTree(arrival.treeId);
      await scene().untilShown();
    }
    const tree = scene().findDeskOf(arrival.treeId)?.tree;
    // Any of them leads to their list; the one that the text shows leaves the text as it is.
    const target = tree?.path.findChild(arrival.parentId) ?? arrival.positionIds[0];
    if (tree === undefined || target === undefined) return;
    showTab('continuations');
    await tree.navigation.goToText(target);
  }

  async function onElsewhere(update: GenerationUpdate): Promise<void> {
    const { jobId, treeId, parentId, requestedBy, state } = update;
    const grove = scene().findGrove();
    const isManuscript = grove?.trees.some(({ id, mode }) => id === treeId && mode !== 'dialogue') === true;
    if (!isManuscript || parentId === null || isRunning(state) || requestedBy !== grove?.writerId) return;
    await notices.attempt(async () => {
      const jobs = await client.call('generation.running', { treeId });
      const slots = jobs.find((job) => job.jobId === jobId)?.slots ?? [];
      if (slots.some((slot) => isRunning(slot.state))) return;
      const positionIds = (ready.get(jobId) ?? []).toSorted();
      ready.delete(jobId);
      if (positionIds.length > 0) show({ treeId, parentId, positionIds });
    });
  }

  /** Returns true if the writer sees them arrive: in their list, or in the bar and the margin beside the text. */
  function isSeen({ treeId, parentId, positionIds }: Arrival): boolean {
    const desk = scene().findDeskOf(treeId);
    if (desk === null || isCovered()) return false;
    if (desk.mode === 'dialogue') return true;
    const { continuations, path, place, sideBySide } = desk.tree;
    const current = place.get()?.currentPositionId ?? null;
    // The margin numbers the writer's text among those beside it, also while the list shows what follows it.
    const beside = current === null ? undefined : path.findParent(current);
    if (![continuations.list.get().parentId, path.headId, current, beside].includes(parentId)) return false;
    if (sideBySide.isShown.get() || panes().shown.get().inspector) return true;
    // In focus mode only the text is shown: the first one joins it.
    const [first] = positionIds;
    const isInText = positionIds.length === 1 && first !== undefined && path.findChild(parentId) === first;
    return !preferences.get().focusMode || isInText;
  }

  function show(arrival: Arrival): void {
    end();
    latest = arrival;
    const isShown = scene().findDeskOf(arrival.treeId) !== null;
    const trees = scene().findGrove()?.trees ?? [];
    const tree = trees.find(({ id }) => id === arrival.treeId);
    const title = tree === undefined ? null : distinctTitle(tree, trees);
    const kind = tree?.mode === 'dialogue' ? 'reply' : 'continuation';
    notice = notices.show({
      sentence: readyElsewhere(arrival.positionIds.length, isShown ? null : title, kind),
      detail: '',
      isDone: true,
      stays: true,
      actions: [{ label: SHOW_ARRIVALS, run: () => void goThere() }],
    });
  }

  function end(): void {
    if (notice !== null) notices.dismiss(notice);
    notice = null;
    latest = null;
  }

  return {
    goThere,
    /** Unseen continuations, the last ones if there are several; null for none. */
    get latest(): Arrival | null {
      return latest;
    },

    listen(): void {
      client.on('generation.updated', (update) => {
        const { jobId, treeId, positionId, state } = update;
        if (state === 'done' || state === 'stopped')
          ready.set(jobId, [...(ready.get(jobId) ?? []), positionId]);
        const desk = scene().findDeskOf(treeId);
        if (desk === null) return void onElsewhere(update);
        desk.tree.generation.update(update);
        if (desk.mode === 'buffer') desk.rewrites.update(update);
        const slots = desk.tree.generation.slotsOf(jobId);
        if (slots.length > 0 && !slots.some((slot) => isRunning(slot.state))) ready.delete(jobId);
      });
      client.on('reply.arrived', (reply) => {
        const desk = scene().findDeskOf(reply.treeId);
        if (desk?.mode === 'dialogue') desk.replies.onArrived(reply);
        else elsewhere.set(reply.treeId, reply);
        unseen.onArrived(reply.treeId);
      });
      // A conversation that was being opened may have been read before its reply arrived.
      scene().scene.subscribe(() => {
        for (const desk of scene().desks()) {
          const reply = elsewhere.get(desk.tree.treeId);
          elsewhere.delete(desk.tree.treeId);
          if (desk.mode !== 'dialogue' || reply === undefined) continue;
          const { headId } = desk.tree.path;
          if (headId === reply.parentId || headId === reply.insteadOf) desk.replies.onArrived(reply);
        }
      });
      scene().groveSent.subscribe((grove) => {
        const treeId = latest?.treeId;
        if (treeId !== undefined && grove?.trees.some(({ id }) => id === treeId) !== true) end();
      });
    },

    /** A request in a tree on the screen is complete. @returns whether a notice reports it: the writer does not see it */
    onReady(arrival: Arrival): boolean {
      if (isSeen(arrival)) return false;
      show(arrival);
      return true;
    },

    /** Returns true if the reason of a failed request is visible: its card, or a line below the messages. */
    showsFailure({ treeId, parentId }: FailedRequest): boolean {
      const desk = scene().findDeskOf(treeId);
      if (desk === null || isCovered()) return false;
      const { continuations, path, sideBySide } = desk.tree;
      const tab = panes().shown.get().inspector ? preferences.get().inspectorTab : null;
      const isBeside = desk !== scene().desks()[0];
      if (desk.mode === 'dialogue' && parentId === path.headId && (!isBeside || tab === 'conversation'))
        return true;
      if (continuations.list.get().parentId !== parentId) return false;
      return sideBySide.isShown.get() || (!isBeside && tab === 'continuations');
    },
  };
}

export type Arrivals = ReturnType<typeof createArrivals>;
