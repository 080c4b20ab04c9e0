import { Dialog as BaseDialog } from '@base-ui/react/dialog';
import type { ReactNode, RefObject } from 'react';
import styles from './Dialog.module.css';

export interface DialogProps {
  readonly title: string;
  /** What it is about, in a sentence or two. */
  readonly text: ReactNode;
  /** What is chosen or done here. */
  readonly children: ReactNode;
  /** What has the keyboard first; the first that takes it, unless something else is said. */
  readonly startsAt?: RefObject<HTMLElement | null>;
  onClose(): void;
}

/** Whether a dialog is open: what it covers is not to be changed from under it. */
export function isDialogOpen(): boolean {
  return document.querySelector('[data-modal]') !== null;
}

/** A dialog over the window. Escape and a click beside it close it. */
export function Dialog({ title, text, children, startsAt, onClose }: DialogProps) {
  return (
    <BaseDialog.Root open onOpenChange={(open) => !open && onClose()}>
      <BaseDialog.Portal>
        <BaseDialog.Backdrop className={styles.backdrop} />
        <BaseDialog.Popup
          className={styles.popup}
          data-modal=""
          {...(startsAt === undefined ? {} : { initialFocus: startsAt })}
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

export interface DialogActionsProps {
  readonly children: ReactNode;
}

/** The buttons at the end of a dialog. */
export function DialogActions({ children }: DialogActionsProps) {
  return <div className={styles.actions}>{children}</div>;
}
