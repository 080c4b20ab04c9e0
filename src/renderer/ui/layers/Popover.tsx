import { Popover as BasePopover } from '@base-ui/react/popover';
import { type ReactNode, useMemo } from 'react';
import styles from './Popover.module.css';

interface AnchoredPopoverProps {
  /** Its target, in CSS pixels relative to the window. */
  readonly rect: {
    readonly left: number;
    readonly top: number;
    readonly width: number;
    readonly height: number;
  };
  readonly title: string;
  /** It takes the focus; one opened by hovering does not. */
  readonly takesFocus: boolean;
  readonly children: ReactNode;
  /** @param byKey it was closed with the keyboard, so the focus has to move elsewhere */
  onClose(byKey: boolean): void;
}

/** A popover next to any rectangle; Escape and a click elsewhere close it. */
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
              // The focus moved elsewhere, for example to find or to the palette.
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

interface PopoverProps {
  /** Content of the button. */
  readonly trigger: ReactNode;
  /** The button's accessible name. */
  readonly label: string;
  readonly title: string;
  readonly children: ReactNode;
}

/** A button that opens a small panel above it; Escape and a click elsewhere close it. */
export function Popover({ trigger, label, title, children }: PopoverProps) {
  return (
    <BasePopover.Root>
      <BasePopover.Trigger className={styles.trigger} aria-label={label} title={label}>
        {trigger}
      </BasePopover.Trigger>
      <BasePopover.Portal>
        <BasePopover.Positioner
          side="top"
          align="end"
          sideOffset={8}
          collisionPadding={8}
          className={styles.positioner}
        >
          <BasePopover.Popup className={styles.popup}>
            <BasePopover.Title className={styles.title}>{title}</BasePopover.Title>
            {children}
          </BasePopover.Popup>
        </BasePopover.Positioner>
      </BasePopover.Portal>
    </BasePopover.Root>
  );
}
