import { Menu } from '@base-ui/react/menu';
import { Fragment, useRef, useState } from 'react';
import styles from './ContextMenu.module.css';

export interface ContextMenuItem {
  readonly id: string;
  readonly text: string;
  /** The label of the key that does the same. */
  readonly keyLabel?: string;
  /** Shown in a heavier weight. */
  readonly strong?: boolean;
  readonly disabled?: boolean;
  /** The reason that it is disabled, which the menu shows below while the item is highlighted. */
  readonly reason?: string;
  run(): void;
}

export interface ContextMenuGroup {
  readonly label: string;
  readonly items: readonly ContextMenuItem[];
}

export interface ContextMenuProps {
  readonly label: string;
  readonly open: boolean;
  /** Its place, in CSS pixels relative to the window. */
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
  const [reason, setReason] = useState('');
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
                      onHighlight={() => setReason(item.reason ?? '')}
                      run={() => {
                        chosen.current = item.run;
                      }}
                    />
                  ))}
                </Menu.Group>
              </Fragment>
            ))}
            {shown.some(({ items }) => items.some((item) => item.reason !== undefined)) && (
              <p className={styles.reason} aria-hidden="true">
                {reason}
              </p>
            )}
          </Menu.Popup>
        </Menu.Positioner>
      </Menu.Portal>
    </Menu.Root>
  );
}

interface ItemProps extends ContextMenuItem {
  onHighlight(): void;
}

function Item({ text, keyLabel, strong = false, disabled = false, reason, run, onHighlight }: ItemProps) {
  return (
    <Menu.Item
      className={styles.item}
      label={text}
      data-strong={strong ? '' : undefined}
      disabled={disabled}
      aria-description={reason}
      onFocus={onHighlight}
      onPointerEnter={onHighlight}
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
