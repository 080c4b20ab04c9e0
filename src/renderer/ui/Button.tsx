import { Button as BaseButton } from '@base-ui/react/button';
import type { ReactNode, Ref } from 'react';
import styles from './Button.module.css';
import { Tooltip } from './layers/Tooltip.tsx';

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
