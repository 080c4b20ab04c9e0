import { OUTLINE_FLAGS } from '../../../core/outline/position-rows.ts';
import { textOf } from '../../../core/tree/tree-node.ts';
import { NOT_COMPARABLE } from '../../../ui-text/tree/comparing.ts';
import {
  COPIED_ROW,
  excludedSentence,
  OUTLINE_REFUSALS,
  PLACE_CARET_TO_SPLIT,
} from '../../../ui-text/tree/outline.ts';
import { ALL_SEEN } from '../../../ui-text/tree/pane.ts';
import { BOOKMARKED } from '../../../ui-text/window/marks.ts';
import type { TreeScope } from '../draft/tree-scope.ts';
import { rememberFocus } from '../focus.ts';
import type { BookmarksSession } from '../tree/bookmarks-session.ts';
import type { ComparisonSession } from '../tree/comparison-session.ts';
import type { GenerationCommands } from '../tree/generation-commands.ts';
import { tellRemoved } from '../tree/mark-commands.ts';
import type { NavigationCommands } from '../tree/navigation-commands.ts';
import type { PruningSession } from '../tree/pruning-session.ts';
import type { SectionsSession } from '../tree/sections-session.ts';
import { bookmarkPosition, excludePosition } from '../tree/tree-intents.ts';
import type { OutlineSession } from './outline-session.ts';

/** An action on the selected row; `hoist` is the outline's own. */
export type OutlineAction =
  | 'goThere'
  | 'edit'
  | 'generate'
  | 'split'
  | 'bookmark'
  | 'note'
  | 'tag'
  | 'exclude'
  | 'prune'
  | 'hoist'
  | 'compare'
  | 'copy';

/** Actions that the root does not have. */
const NOT_OF_ROOT: ReadonlySet<OutlineAction> = new Set([
  'split',
  'bookmark',
  'note',
  'exclude',
  'prune',
  'compare',
  'copy',
]);
/** Actions that only a position has: a chapter or a scene is a part of the text, not of the tree. */
const OF_POSITIONS: ReadonlySet<OutlineAction> = new Set([
  'generate',
  'split',
  'tag',
  'exclude',
  'prune',
  'hoist',
  'compare',
  'copy',
]);
/** Actions that move the path to it. */
const GO_THERE: ReadonlySet<OutlineAction> = new Set(['goThere', 'edit', 'generate', 'split', 'note']);

export interface OutlineActionsOptions {
  readonly outline: OutlineSession;
  readonly sections: SectionsSession;
  readonly navigation: NavigationCommands;
  readonly generationCommands: GenerationCommands;
  readonly bookmarks: BookmarksSession;
  readonly comparison: ComparisonSession;
  readonly pruning: PruningSession;
}

/** The keys of the outline and the map, which act on the position selected there (`interface.md`, *Keys*). */
export function createOutlineActions(scope: TreeScope, options: OutlineActionsOptions) {
  const { readOnly, path, notices, intents, client, treeId, surface } = scope;
  const { outline, navigation, sections, comparison, bookmarks, pruning, generationCommands } = options;

  /** Why something cannot be done with the selected row, in a sentence; null if it can. */
  function refusal(action: OutlineAction): string | null {
    const isSection = outline.selectedSection !== undefined;
    if (isSection) return OF_POSITIONS.has(action) ? OUTLINE_REFUSALS.section : null;
    const positionId = outline.selectedId;
    const isRoot = positionId === path.rootPositionId;
    if (isRoot) return NOT_OF_ROOT.has(action) ? OUTLINE_REFUSALS.root : null;
    if (!GO_THERE.has(action)) return null;
    if (readOnly && outline.findOnPath(positionId) === undefined) return OUTLINE_REFUSALS.readOnlyPath;
    return outline.isPruned(positionId) ? OUTLINE_REFUSALS.pruned : null;
  }

  /** Returns true if the selected position has a mark that an action reverses. */
  function isSet(action: 'bookmark' | 'exclude' | 'prune'): boolean {
    const flag = { bookmark: 'bookmarked', exclude: 'excluded', prune: 'pruned' } as const;
    return has(OUTLINE_FLAGS[flag[action]]);
  }

  /** Moves the path to the selected position; the keyboard stays in the outline. */
  async function goThere(): Promise<void> {
    if (isRefused('goThere')) return;
    const section = outline.selectedSection;
    if (section !== undefined) return sections.goTo(section);
    const positionId = outline.selectedId;
    // A text whose split is on the path is shown by that.
    const target = outline.findOnPath(positionId) ?? positionId;
    if (positionId !== path.rootPositionId || path.headId !== positionId) await navigation.goTo(target);
    outline.reveal(positionId);
  }

  /**
   * Moves the path to the selected position, and the keyboard to its text, unless the writer moves it
   * elsewhere meanwhile.
   */
  async function edit(): Promise<void> {
    const isFocusKept = rememberFocus();
    await goThere();
    if (isFocusKept()) surface.find()?.focus();
  }

  function has(flag: number): boolean {
    const { table } = outline.view.get();
    return ((table.flags[table.find(outline.selectedId)] ?? 0) & flag) !== 0;
  }

  /** Says why something cannot be done with the selected row. */
  function isRefused(action: OutlineAction): boolean {
    const reason = refusal(action);
    if (reason !== null) notices.tell(reason);
    return reason !== null;
  }

  /** Returns true if the caret is in the selected position. */
  function isAtCaret(): boolean {
    return outline.listedId(surface.currentPositionId ?? path.rootPositionId) === outline.selectedId;
  }

  return {
    refusal,
    isSet,
    goThere,
    edit,

    /** Generates continuations of the selected position. */
    async generate(): Promise<void> {
      if (isRefused('generate')) return;
      await goThere();
      if (isAtCaret()) await generationCommands.generate();
    },

    /** Splits at the caret if it is in the selected position; otherwise goes there, so that the writer can place it. */
    async split(splitHere: () => Promise<void>): Promise<void> {
      if (isRefused('split')) return;
      if (isAtCaret()) return splitHere();
      await edit();
      if (isAtCaret()) notices.tell(PLACE_CARET_TO_SPLIT);
    },

    /** Chooses the selected position as the first or the second of two texts to compare. */
    async compare(): Promise<void> {
      if (isRefused('compare')) return;
      const { table, selected } = outline.view.get();
      const parent = table.parents[selected] ?? -1;
      if (parent < 0) return void notices.tell(NOT_COMPARABLE);
      await comparison.chooseAt(outline.selectedId, table.idOf(parent));
    },

    async toggleBookmark(): Promise<void> {
      const positionId = outline.selectedId;
      if (isRefused('bookmark')) return;
      const bookmarked = !isSet('bookmark');
      const label = bookmarked ? bookmarks.nameOf(positionId) : null;
      const { outcome } = await intents.submit((context) =>
        bookmarkPosition(context, positionId, { bookmarked, label }),
      );
      if (outcome !== 'done') return;
      if (bookmarked) notices.announce(BOOKMARKED);
      else
        tellRemoved(scope, (context) =>
          bookmarkPosition(context, positionId, { bookmarked: true, label: bookmarks.nameOf(positionId) }),
        );
    },

    /** Goes to the selected position to write a note on it. @returns whether the caret is there now */
    async goToNote(): Promise<boolean> {
      if (isRefused('note')) return false;
      await goThere();
      return outline.selectedSection !== undefined || isAtCaret();
    },

    /** Excludes the selected position from models' context, or includes it again. */
    async toggleExcluded(): Promise<void> {
      if (isRefused('exclude')) return;
      const excluded = !isSet('exclude');
      const positionId = outline.selectedId;
      const { outcome } = await intents.submit((context) => excludePosition(context, positionId, excluded));
      if (outcome === 'done') notices.tell(excludedSentence(excluded));
    },

    /** Copies the text of the selected position, with its uncommitted edit. */
    async copy(): Promise<void> {
      if (isRefused('copy')) return;
      const positionId = outline.selectedId;
      await notices.attempt(async () => {
        const versions = await client.call('node.versions', { treeId, positionId });
        const shown =
          versions.find(({ selected }) => selected) ?? versions.findLast(({ offered }) => !offered);
        if (shown === undefined) return;
        const { nodeId } = shown;
        const edit = surface
          .find()
          ?.draft()
          .edits.find((one) => one.nodeId === nodeId);
        const text = edit?.text ?? textOf((await client.call('node.read', { treeId, nodeId })).content);
        if (copyText(text)) notices.tell(COPIED_ROW);
      });
    },

    /** Prunes the selected position, or restores it. It would prune everything after a section, too: that is refused. */
    async togglePruned(): Promise<void> {
      const positionId = outline.selectedId;
      if (isRefused('prune')) return;
      if (isSet('prune')) await pruning.restore([positionId]);
      else await pruning.prune(positionId);
    },

    /** Goes to the next position that was generated and not yet seen. */
    async goToUnseen(): Promise<void> {
      const positionId = outline.findUnseen();
      if (positionId === null) return void notices.tell(ALL_SEEN);
      outline.reveal(positionId);
      await goThere();
    },
  };
}

export type OutlineActions = ReturnType<typeof createOutlineActions>;

/**
 * Puts a plain text on the clipboard. Works only within the few seconds after a key or a click.
 * @returns whether it is there
 */
function copyText(text: string): boolean {
  const write = (event: ClipboardEvent) => {
    event.clipboardData?.setData('text/plain', text);
    event.preventDefault();
    // The focused element would add its own selection.
    event.stopImmediatePropagation();
  };
  window.addEventListener('copy', write, { capture: true });
  // Deprecated, but the only way to fire a copy event: the page may not use the clipboard itself.
  const isCopied = document.execCommand('copy');
  window.removeEventListener('copy', write, { capture: true });
  return isCopied;
}
