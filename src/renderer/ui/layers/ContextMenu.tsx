import { Menu } from '@base-ui/react/menu';
import { Fragment, useRef } from 'react';
import styles from './ContextMenu.module.css';

export interface ContextMenuItem {
  readonly id: string;
  readonly text: string;
  /** The key that does the same, as people write it. */
  readonly keyLabel?: string;
  /** What matters most here: heavier. */
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
  /** Where it was asked for, in CSS pixels of the window. */
  readonly at: { readonly x: number; readonly y: number };
  /** With a line between them; one without items is left out. */
  readonly groups: readonly ContextMenuGroup[];
  onClose(): void;
  /** What had the keyboard before, and gets it back. */
  findFocus(): HTMLElement | null;
}

/**
 * A menu where the pointer or the caret is; arrow keys, letters, Enter and Escape work in it. What is chosen is done
 * when the menu is gone and the keyboard is back.
 */
export function ContextMenu({ label, open, at, groups, onClose, findFocus }: ContextMenuProps) {
  const chosen = useRef<(() => void) | null>(null);
  const giveFocusBack = () => {
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
          <Menu.Popup className={styles.popup} aria-label={label} finalFocus={giveFocusBack}>
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
