import { Tooltip as BaseTooltip } from '@base-ui/react/tooltip';
import { type ReactElement, useState } from 'react';
import styles from './Tooltip.module.css';

export interface TooltipProps {
  /** Nothing is shown where there is nothing to say. */
  readonly text: string | undefined;
  /** What the pointer rests on or the keyboard reaches. */
  readonly children: ReactElement;
}

/** A few words beside a control, for a moment: its name and its key. */
export function Tooltip({ text, children }: TooltipProps) {
  const [isOpen, setIsOpen] = useState(false);
  if (text === undefined || text === '') return children;
  return (
    <BaseTooltip.Root
      open={isOpen}
      onOpenChange={(next, details) => {
        // A hint is no popup that Escape has to end first: the key goes on to what it was meant for.
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
