import { useEffect, useState } from 'react';
import { READ_ONLY } from '../../../ui-text/grove/pane.ts';
import {
  NOT_SAVED,
  PROGRAM_BUSY,
  SAFE,
  SAVED,
  TYPED_IS_IN_WINDOW,
  TYPED_IS_SAFE,
  WAITING_FOR,
} from '../../../ui-text/save-trouble.ts';
import { useAppSession, useStore, useTreeDesk } from '../../session/hooks.ts';
import styles from './StatusBar.module.css';

/**
 * Typed text reaches main within half a second (`storage.md`). Text that is unsent for longer than this is not
 * safe. Milliseconds.
 */
const LATE_AFTER = 1_000;

/** One of exactly three states (`storage.md`, *Typed text*). */
export function SaveStatus({ readOnly }: { readonly readOnly: boolean }) {
  const { save } = useAppSession();
  const { draft } = useTreeDesk();
  const file = useStore(save);
  const { unsent, error } = useStore(draft.status);
  const isLate = useIsLate(unsent);
  if (error !== null) return <NotSaved sentence={error.sentence} detail={error.detail} />;
  if (file.state === 'notSaved') {
    // Other sentences name the place of the text.
    const unsafe = file.error.code === 'IN_USE' ? TYPED_IS_IN_WINDOW : '';
    const safe = file.safe ? TYPED_IS_SAFE : unsafe;
    return <NotSaved sentence={`${file.error.sentence} ${safe}`.trim()} detail={file.error.detail} />;
  }
  // Text typed before or after damage was found has been handled above.
  if (readOnly) return READ_ONLY;
  if (unsent && isLate) {
    return <NotSaved sentence={PROGRAM_BUSY} detail="" />;
  }
  if (file.state === 'safe' && file.waitsFor !== undefined) return `${SAFE} · ${WAITING_FOR[file.waitsFor]}`;
  return unsent || file.state === 'safe' ? SAFE : SAVED;
}

function NotSaved({ sentence, detail }: { readonly sentence: string; readonly detail: string }) {
  return (
    <strong className={styles.trouble} title={detail}>
      {NOT_SAVED} <span className={styles.why}>· {sentence}</span>
    </strong>
  );
}

/** Returns true if text has been unsent for longer than `LATE_AFTER`. */
function useIsLate(unsent: boolean): boolean {
  const [isLate, setLate] = useState(false);
  useEffect(() => {
    if (!unsent) return;
    const timer = setTimeout(() => setLate(true), LATE_AFTER);
    return () => {
      clearTimeout(timer);
      setLate(false);
    };
  }, [unsent]);
  return isLate;
}
