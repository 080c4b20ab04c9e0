import { Dialog as BaseDialog } from '@base-ui/react/dialog';
import type { ReactNode, RefObject } from 'react';
import styles from './Dialog.module.css';

export interface DialogProps {
  readonly title: string;
  /** The description, in a sentence or two. */
  readonly text: ReactNode;
  /** The controls. */
  readonly children: ReactNode;
  /** The element that gets the focus first; by default the first focusable one. */
  readonly initialFocus?: RefObject<HTMLElement | null>;
  onClose(): void;
}

/** Returns true if a dialog is open; commands must not change what it covers. */
export function isDialogOpen(): boolean {
  return document.querySelector('[data-modal]') !== null;
}

/** A dialog over the window. Escape and a click outside close it. */
export function Dialog({ title, text, children, initialFocus, onClose }: DialogProps) {
  return (
    <BaseDialog.Root open onOpenChange={(open) => !open && onClose()}>
      <BaseDialog.Portal>
        <BaseDialog.Backdrop className={styles.backdrop} />
        <BaseDialog.Popup
          className={styles.popup}
          data-modal=""
          {...(initialFocus === undefined ? {} : { initialFocus: initialFocus })}
        >
          <BaseDialog.Title className={styles.title}>{title}</BaseDialog.Title>
          <BaseDialog.Description className={styles.text} render={<div />}>
            {text}
          </BaseDialog.Description>
          {children}
        </BaseDialog.Popup>
      </BaseDialog.Portal>
    </BaseDialog.Root>
  );
}

/** The buttons at the end of a dialog. */
export function DialogActions({ children }: { readonly children: ReactNode }) {
  return <div className={styles.actions}>{children}</div>;
}
