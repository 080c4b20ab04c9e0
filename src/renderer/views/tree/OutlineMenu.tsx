import { ROW_ACTIONS, ROW_GROUPS, ROW_LABELS, ROW_TOGGLES } from '../../../ui-text/tree/outline.ts';
import { useTreeDesk } from '../../session/hooks.ts';
import { ContextMenu, type ContextMenuGroup, type ContextMenuItem } from '../../ui/layers/ContextMenu.tsx';
import { useCommands } from '../commands.ts';

/** The commands of the menu with the keys of the outline that do the same (`tree-keys.ts`). */
const GROUPS = [
  [
    ['tree.goThere', 'Enter'],
    ['tree.edit', 'E'],
    ['tree.generate', 'G'],
    ['tree.split', 'S'],
  ],
  [
    ['tree.bookmark', 'B'],
    ['tree.note', ''],
  ],
  [
    ['tree.hoist', 'O'],
    ['tree.compare', 'D'],
    ['tree.copy', ''],
  ],
  [
    ['tree.exclude', ''],
    ['tree.prune', 'Delete'],
  ],
] as const;

export interface OutlineMenuProps {
  /** Its place, in CSS pixels of the window; null while it is closed. */
  readonly at: { readonly x: number; readonly y: number } | null;
  onClose(): void;
  /** The outline, which has the keyboard. */
  findFocus(): HTMLElement | null;
}

/** The menu of the selected row: commands of the list that act on it, dimmed with their reasons where they cannot. */
export function OutlineMenu({ at, onClose, findFocus }: OutlineMenuProps) {
  const { outlineActions } = useTreeDesk();
  const commands = useCommands();
  const groups = (): readonly ContextMenuGroup[] => {
    const reasons = new Map(commands.listUnavailable().map(({ id, reason }) => [id, reason]));
    const labelOf = (id: string) => {
      if (id === 'tree.bookmark') return ROW_TOGGLES[id][outlineActions.isSet('bookmark') ? 1 : 0];
      if (id === 'tree.exclude') return ROW_TOGGLES[id][outlineActions.isSet('exclude') ? 1 : 0];
      if (id === 'tree.prune') return ROW_TOGGLES[id][outlineActions.isSet('prune') ? 1 : 0];
      return ROW_LABELS[id] ?? '';
    };
    const item = ([id, keyLabel]: readonly [string, string]): ContextMenuItem => {
      const command = commands.find(id);
      const reason = reasons.get(id);
      return {
        id,
        text: labelOf(id),
        keyLabel,
        disabled: command === null,
        ...(reason === undefined ? {} : { reason }),
        run: () => command?.run(),
      };
    };
    return GROUPS.map((items, index) => ({ label: ROW_GROUPS[index] ?? '', items: items.map(item) }));
  };
  return (
    <ContextMenu
      label={ROW_ACTIONS}
      open={at !== null}
      at={at ?? { x: 0, y: 0 }}
      groups={at === null ? [] : groups()}
      onClose={onClose}
      findFocus={findFocus}
    />
  );
}
