import { Popover as BasePopover } from '@base-ui/react/popover';
import { type ReactNode, useMemo } from 'react';
import styles from './Popover.module.css';

export interface AnchoredPopoverProps {
  /** What it points at, in CSS pixels of the window. */
  readonly rect: {
    readonly left: number;
    readonly top: number;
    readonly width: number;
    readonly height: number;
  };
  readonly title: string;
  /** Whether the keyboard goes into it; one that only the pointer brought leaves the keyboard where it is. */
  readonly takesFocus: boolean;
  readonly children: ReactNode;
  /** @param byKey it was closed by the keyboard, which now needs another place */
  onClose(byKey: boolean): void;
}

/** A small panel beside a place that is no button; Escape and a click elsewhere close it. */
export function AnchoredPopover({ rect, title, takesFocus, children, onClose }: AnchoredPopoverProps) {
  const { left, top, width, height } = rect;
  const anchor = useMemo(
    () => ({ getBoundingClientRect: () => new DOMRect(left, top, width, height) }),
    [left, top, width, height],
  );
  return (
    <BasePopover.Root
      open
      onOpenChange={(open, { reason }) => {
        if (!open) onClose(reason === 'escape-key');
      }}
    >
      <BasePopover.Portal>
        <BasePopover.Positioner
          anchor={anchor}
          side="bottom"
          align="start"
          sideOffset={8}
          collisionPadding={8}
          className={styles.positioner}
        >
          <BasePopover.Popup
            className={styles.popup}
            initialFocus={takesFocus}
            finalFocus={false}
            onBlur={({ currentTarget, relatedTarget }) => {
              // The keyboard was taken elsewhere: to find, to the palette.
              const isElsewhere =
                relatedTarget instanceof HTMLElement &&
                !currentTarget.contains(relatedTarget) &&
                relatedTarget.closest('[data-base-ui-focus-guard]') === null;
              if (isElsewhere) onClose(false);
            }}
          >
            <BasePopover.Title className={styles.title}>{title}</BasePopover.Title>
            {children}
          </BasePopover.Popup>
        </BasePopover.Positioner>
      </BasePopover.Portal>
    </BasePopover.Root>
  );
}
