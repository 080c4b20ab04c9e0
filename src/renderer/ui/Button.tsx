import { Button as BaseButton } from '@base-ui/react/button';
import { Tooltip as BaseTooltip } from '@base-ui/react/tooltip';
import { type ReactElement, type ReactNode, type Ref, useState } from 'react';
import styles from './Button.module.css';

export interface ButtonProps {
  readonly children: ReactNode;
  /** `primary` for the main action, `plain` for others, `icon` for an icon alone, `quiet` for text alone. */
  readonly variant?: 'primary' | 'plain' | 'icon' | 'quiet';
  /** The accessible name, if the content is not text. */
  readonly label?: string;
  /** The tooltip. */
  readonly hint?: string;
  /** For a toggle button, whether it is on. */
  readonly pressed?: boolean;
  readonly disabled?: boolean;
  /** A click does not move the focus, so that the writer can continue typing. */
  readonly keepsFocus?: boolean;
  readonly ref?: Ref<HTMLButtonElement>;
  onClick(): void;
}

/** A button. It stays focusable while disabled, so that disabling it never loses the focus. */
export function Button({
  children,
  variant = 'plain',
  label,
  hint,
  pressed,
  disabled = false,
  keepsFocus = false,
  ref,
  onClick,
}: ButtonProps) {
  return (
    <Tooltip text={hint}>
      <BaseButton
        ref={ref}
        className={`${styles.button} ${styles[variant]}`}
        aria-label={label}
        aria-pressed={pressed}
        disabled={disabled}
        focusableWhenDisabled
        onMouseDown={keepsFocus ? (event) => event.preventDefault() : undefined}
        onClick={onClick}
      >
        {children}
      </BaseButton>
    </Tooltip>
  );
}

interface TooltipProps {
  /** Without a text there is no tooltip. */
  readonly text: string | undefined;
  /** The control that it belongs to. */
  readonly children: ReactElement;
}

/** A tooltip beside a control: its name and its key. */
function Tooltip({ text, children }: TooltipProps) {
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
        <BaseTooltip.Positioner sideOffset={6} collisionPadding={8} className={styles.tooltipPositioner}>
          <BaseTooltip.Popup className={styles.tooltip}>{text}</BaseTooltip.Popup>
        </BaseTooltip.Positioner>
      </BaseTooltip.Portal>
    </BaseTooltip.Root>
  );
}
