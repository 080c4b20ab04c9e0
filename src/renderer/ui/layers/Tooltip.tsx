import { Tooltip as BaseTooltip } from '@base-ui/react/tooltip';
import { type ReactElement, useState } from 'react';
import styles from './Tooltip.module.css';

export interface TooltipProps {
  /** Without a text there is no tooltip. */
  readonly text: string | undefined;
  /** The control that it belongs to. */
  readonly children: ReactElement;
}

/** A tooltip beside a control: its name and its key. */
export function Tooltip({ text, children }: TooltipProps) {
  const [isOpen, setIsOpen] = useState(false);
  if (text === undefined || text === '') return children;
  return (
    <BaseTooltip.Root
      open={isOpen}
      onOpenChange={(next, details) => {
        // A tooltip is not a popup that Escape has to close first: let the key pass through.
        if (details.reason === 'escape-key') {
          details.cancel();
          details.allowPropagation();
        }
        setIsOpen(next);
      }}
    >
      <BaseTooltip.Trigger render={children} />
      <BaseTooltip.Portal>
        <BaseTooltip.Positioner sideOffset={6} collisionPadding={8} className={styles.positioner}>
          <BaseTooltip.Popup className={styles.popup}>{text}</BaseTooltip.Popup>
        </BaseTooltip.Positioner>
      </BaseTooltip.Portal>
    </BaseTooltip.Root>
  );
}
