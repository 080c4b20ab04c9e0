import { Button as BaseButton } from '@base-ui/react/button';
import type { ReactNode } from 'react';
import styles from './Button.module.css';
import { Tooltip } from './layers/Tooltip.tsx';

export interface ButtonProps {
  readonly children: ReactNode;
  /** `primary` for the one thing to do next, `plain` for the rest, `icon` for a picture alone, `quiet` for words alone. */
  readonly look?: 'primary' | 'plain' | 'icon' | 'quiet';
  /** The accessible name, where the content is no text. */
  readonly label?: string;
  /** What is said of it while the pointer rests on it. */
  readonly hint?: string;
  /** Whether what it shows or hides is shown. */
  readonly pressed?: boolean;
  readonly disabled?: boolean;
  /** A click leaves the keyboard where it is, so that writing goes on. */
  readonly keepsFocus?: boolean;
  onClick(): void;
}

/** A button. One that cannot be used now stays focusable, so that the focus is never lost under someone's hands. */
export function Button({
  children,
  look = 'plain',
  label,
  hint,
  pressed,
  disabled = false,
  keepsFocus = false,
  onClick,
}: ButtonProps) {
  return (
    <Tooltip text={hint}>
      <BaseButton
        className={`${styles.button} ${styles[look]}`}
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
