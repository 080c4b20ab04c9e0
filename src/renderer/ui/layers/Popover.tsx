import { Popover as BasePopover } from '@base-ui/react/popover';
import type { ReactNode } from 'react';
import styles from './Popover.module.css';

export interface PopoverProps {
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
