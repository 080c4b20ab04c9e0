import type { PendingEdit } from '../../../core/buffer/draft.ts';
import type { UndoSteps } from '../../../core/buffer/undo-steps.ts';
import { AspenError } from '../../../core/errors.ts';
import type { TreeId } from '../../../core/ids.ts';
import { equalSpans } from '../../../core/text/span.ts';
import type { AppInfo } from '../../../ipc/wire/app.ts';
import type { JobSnapshot } from '../../../ipc/wire/generation.ts';
import type { GroveSnapshot } from '../../../ipc/wire/grove.ts';
import type { PathSnapshot } from '../../../ipc/wire/path.ts';
import type { Client } from '../../client.ts';
import type { TextSnapshot } from '../../surface.ts';
import { DialogueDesk } from '../dialogue/dialogue-desk.ts';
import type { DraftSession } from '../draft/draft-session.ts';
import { BufferDesk } from '../manuscript/buffer-desk.ts';
import type { Notices } from '../notices.ts';
import { OutlineStates } from '../outline/outline-state.ts';
import type { Preferences } from '../settings/preferences-session.ts';
import type { Store } from '../store.ts';
import type { Arrival, FailedRequest } from '../tree/announcer.ts';
import type { AsideTexts } from '../tree/context-texts.ts';
import type { Place } from '../tree/navigation-commands.ts';
import type { WindowTags } from '../tree/tree-tags.ts';
import type { TurnStarts } from '../tree/turn-starts.ts';

/** A tree as the window shows it: as a manuscript or as a conversation (`house.md`, *Two surfaces*). */
export type Desk = BufferDesk | DialogueDesk;

export interface TreeDesksOptions {
  readonly client: Client;
  readonly notices: Notices;
  readonly turns: TurnStarts;
  readonly tags: WindowTags;
  readonly info: Store<AppInfo | null>;
  readonly preferences: Store<Preferences>;
  /** Runs the callback before the next frame is painted. */
  schedule(callback: () => void): void;
  /** The writer leaves this place for another. */
  onJump(from: Place): void;
  /** A request of the writer is complete. Returns whether a notice reports it. */
  onReady(arrival: Arrival): boolean;
  /** Returns true if the writer sees why a request failed. */
  showsFailure(request: FailedRequest): boolean;
}

/** A tree as main has it. */
export interface TreeRead {
  readonly snapshot: PathSnapshot;
  readonly runningJobs: readonly JobSnapshot[];
  /** The undo history that an earlier session left; null if this one keeps it, or there is none. */
  readonly undo: UndoSteps | null;
  /** False if something was typed into the same draft since the read. */
  isCurrent(): boolean;
}

/** Opens the desks of trees, and keeps the state of trees that were left. */
export class TreeDesks {
  readonly #options: TreeDesksOptions;
  /** Texts and outlines of trees that were left. */
  readonly #texts = createTextSnapshots();
  readonly #outlines = new OutlineStates();
  /** Drafts of trees that were left with text that main had refused or not received yet. */
  readonly #unsent = new Map<TreeId, DraftSession>();
  /** Texts of trees that were left before main had saved them, for the writer's return. */
  readonly #aside = new Map<TreeId, AsideTexts>();

  constructor(options: TreeDesksOptions) {
    this.#options = options;
  }

  /** Drafts of trees that were left, if they may have text that main lacks. */
  unsent(): readonly DraftSession[] {
    return [...this.#unsent.values()];
  }

  /**
   * Reads a tree once main has everything typed in it.
   * @param shown its draft if it is on the screen, where the writer may be typing
   * @throws {AspenError} also while main still refuses text typed there, which the snapshot would lack
   */
  async read(treeId: TreeId, shown: DraftSession | null): Promise<TreeRead> {
    const draft = shown ?? this.#unsent.get(treeId);
    const { client } = this.#options;
    const eventCount = draft?.eventCount;
    await draft?.flush();
    const error = draft?.status.get().error ?? null;
    if (error !== null) throw new AspenError(error.code, error.detail);
    const [snapshot, runningJobs, { undo }] = await Promise.all([
      client.call('path.read', { treeId }),
      client.call('generation.running', { treeId }),
      client.call('draft.undo', { treeId }),
    ]);
    return { snapshot, runningJobs, undo, isCurrent: () => draft?.eventCount === eventCount };
  }

  /** The desk of a tree, of the kind that its mode needs. */
  open(grove: GroveSnapshot, { snapshot, runningJobs, undo }: TreeRead): Desk {
    const { info, preferences } = this.#options;
    const { treeId } = snapshot;
    this.#unsent.delete(treeId);
    const aside = this.#aside.get(treeId) ?? null;
    this.#aside.delete(treeId);
    aside?.texts.onGrove(grove);
    const outline = this.#outlines.find(treeId);
    const isDialogue = grove.trees.find(({ id }) => id === treeId)?.mode === 'dialogue';
    const options = {
      ...this.#options,
      grove,
      snapshot,
      textSnapshot: this.#texts.take(snapshot),
      undo,
      outline,
      aside,
      runningJobs,
      checks: info.get()?.checks ?? false,
      findPreset: (id: string) => preferences.get().presets.find((preset) => preset.id === id),
    };
    const desk = isDialogue ? new DialogueDesk(options) : new BufferDesk(options);
    if (outline === null) desk.tree.outline.setViewOptions(this.#outlines.lastOptions);
    return desk;
  }

  /** Ends a desk, and saves its state for the writer's return. Commits nothing. */
  leave(desk: Desk): void {
    const { tree } = desk;
    if (tree.isLeft) return;
    this.#texts.save(tree.treeId, desk.leave());
    const { error } = tree.draft.status.get();
    if (error !== null) this.#options.notices.report(error);
    if (error !== null || tree.draft.isUnsent) this.#unsent.set(tree.treeId, tree.draft);
    const { texts } = tree;
    const { summaries } = tree.node;
    if (texts.isUnsaved || summaries.isUnsaved) this.#aside.set(tree.treeId, { texts, summaries });
    this.#outlines.save(tree.treeId, tree.outline.remember(), tree.outline.viewOptions.get());
  }

  /** Main sent the grove: saves what was to wait for the check of its file, and drops what is of trees that are gone. */
  onGrove(grove: GroveSnapshot): void {
    const treeIds = new Set([...grove.trees, ...grove.archivedTrees].map(({ id }) => id));
    for (const [treeId, { texts, summaries }] of this.#aside) {
      if (treeIds.has(treeId)) {
        texts.onGrove(grove);
        summaries.saver.onGrove(grove);
      } else this.#drop(treeId);
    }
  }

  /** Saves what is unsaved of trees that were left, besides their drafts. */
  async flushAside(): Promise<void> {
    for (const { texts, summaries } of this.#aside.values()) {
      await texts.saver.flush();
      await summaries.saver.flush();
    }
  }

  /** Forgets the texts of trees that were left: main's drafts may lack what their undo histories go back to. */
  forgetTexts(): void {
    this.#texts.clear();
  }

  /** Forgets all that is of the grove: none is shown any more. */
  forgetAll(): void {
    this.#texts.clear();
    for (const treeId of [...this.#aside.keys()]) this.#drop(treeId);
    this.#outlines.clear();
  }

  #drop(treeId: TreeId): void {
    const aside = this.#aside.get(treeId);
    aside?.texts.saver.stop();
    aside?.summaries.saver.stop();
    this.#aside.delete(treeId);
  }
}

/** Trees whose texts are kept with their undo history, besides the shown one. */
const MAX_TEXTS = 3;

/** The texts of the trees that were left last, so that undo still works when the writer returns. */
export function createTextSnapshots() {
  const texts = new Map<TreeId, TextSnapshot>();

  return {
    /** Replaces what was kept of this tree; null keeps nothing. */
    save(treeId: TreeId, text: TextSnapshot | null): void {
      texts.delete(treeId);
      if (text !== null) texts.set(treeId, text);
      const [oldest] = texts.keys();
      if (texts.size > MAX_TEXTS && oldest !== undefined) texts.delete(oldest);
    },

    /** Removes and returns the text of a tree; null if main's path or draft has changed since. */
    take(snapshot: PathSnapshot): TextSnapshot | null {
      const text = texts.get(snapshot.treeId) ?? null;
      texts.delete(snapshot.treeId);
      return text !== null && matches(text, snapshot) ? text : null;
    },

    clear(): void {
      texts.clear();
    },
  };
}

export type TextSnapshots = ReturnType<typeof createTextSnapshots>;

function matches({ path: { nodes, draft } }: TextSnapshot, snapshot: PathSnapshot): boolean {
  const { segments, edits, buffer } = snapshot;
  return (
    nodes.length === segments.count &&
    nodes.map(({ nodeId }) => nodeId).join('') === segments.nodeIds &&
    nodes.map(({ positionId }) => positionId).join('') === segments.positionIds &&
    draft.buffer.text === buffer.text &&
    equalSpans(draft.buffer.spans, buffer.spans) &&
    draft.edits.length === edits.length &&
    draft.edits.every((edit, index) => isSameEdit(edit, edits[index]))
  );
}

function isSameEdit({ nodeId, text, spans }: PendingEdit, other: PendingEdit | undefined): boolean {
  return (
    other !== undefined && nodeId === other.nodeId && text === other.text && equalSpans(spans, other.spans)
  );
}
