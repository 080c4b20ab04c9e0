import { Menu } from '@base-ui/react/menu';
import { Fragment, useRef } from 'react';
import styles from './ContextMenu.module.css';

export interface ContextMenuItem {
  readonly id: string;
  readonly text: string;
  /** The label of the key that does the same. */
  readonly keyLabel?: string;
  /** Shown in a heavier weight. */
  readonly strong?: boolean;
  readonly disabled?: boolean;
  run(): void;
}

export interface ContextMenuGroup {
  readonly label: string;
  readonly items: readonly ContextMenuItem[];
}

export interface ContextMenuProps {
  readonly label: string;
  readonly open: boolean;
  /** Where to open it, in CSS pixels relative to the window. */
  readonly at: { readonly x: number; readonly y: number };
  /** Groups are divided by lines; a group without items is left out. */
  readonly groups: readonly ContextMenuGroup[];
  onClose(): void;
  /** The element that gets the focus back when the menu closes. */
  findFocus(): HTMLElement | null;
}

/**
 * A menu at the pointer or the caret, with arrow keys, letters, Enter and Escape. The chosen item runs after
 * the menu has closed and the focus is restored.
 */
export function ContextMenu({ label, open, at, groups, onClose, findFocus }: ContextMenuProps) {
  const chosen = useRef<(() => void) | null>(null);
  const restoreFocus = () => {
    const element = findFocus();
    const run = chosen.current;
    chosen.current = null;
    if (run !== null) {
      element?.focus({ preventScroll: true });
      queueMicrotask(run);
    }
    return element;
  };
  const { x, y } = at;
  const anchor = { getBoundingClientRect: () => DOMRect.fromRect({ x, y }) };
  const shown = groups.filter(({ items }) => items.length > 0);
  return (
    <Menu.Root
      open={open}
      modal={false}
      onOpenChange={(next) => {
        if (!next) onClose();
      }}
    >
      <Menu.Portal>
        <Menu.Positioner
          anchor={anchor}
          side="bottom"
          align="start"
          sideOffset={2}
          collisionPadding={8}
          className={styles.positioner}
        >
          <Menu.Popup className={styles.popup} aria-label={label} finalFocus={restoreFocus}>
            {shown.map((group, index) => (
              <Fragment key={group.label}>
                {index > 0 && <Menu.Separator className={styles.separator} />}
                <Menu.Group aria-label={group.label}>
                  {group.items.map((item) => (
                    <Item
                      key={item.id}
                      {...item}
                      run={() => {
                        chosen.current = item.run;
                      }}
                    />
                  ))}
                </Menu.Group>
              </Fragment>
            ))}
          </Menu.Popup>
        </Menu.Positioner>
      </Menu.Portal>
    </Menu.Root>
  );
}

function Item({ text, keyLabel, strong = false, disabled = false, run }: ContextMenuItem) {
  return (
    <Menu.Item
      className={styles.item}
      label={text}
      data-strong={strong ? '' : undefined}
      disabled={disabled}
      onClick={run}
    >
      <span>{text}</span>
      {keyLabel !== undefined && keyLabel !== '' && (
        <span className={styles.key} aria-hidden="true">
          {keyLabel}
        </span>
      )}
    </Menu.Item>
  );
}
