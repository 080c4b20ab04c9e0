import { useEffect, useState } from 'react';
import { useAppSession, useStore, useTreeDesk } from '../../session/hooks.ts';
import styles from './StatusBar.module.css';

/**
 * Typed text reaches main within half a second (`storage.md`). Text that is unsent for longer than this is not
 * safe. Milliseconds.
 */
const LATE_AFTER = 1_000;

const WAITING_FOR = {
  program: 'Waiting for another program that uses the grove',
  check: 'Checking the file',
} as const;

/** One of exactly three states (`storage.md`, *Typed text*). */
export function SaveStatus({ readOnly }: { readonly readOnly: boolean }) {
  const { save } = useAppSession();
  const { draft } = useTreeDesk();
  const file = useStore(save);
  const { unsent, error } = useStore(draft.status);
  const isLate = useIsLate(unsent);
  if (error !== null) return <NotSaved sentence={error.sentence} detail={error.detail} />;
  if (file.state === 'notSaved') {
    // Other sentences say where the text is.
    const unsafe = file.error.code === 'IN_USE' ? 'What you typed last is only in this window.' : '';
    const safe = file.safe ? 'What you typed is safe on this computer.' : unsafe;
    return <NotSaved sentence={`${file.error.sentence} ${safe}`.trim()} detail={file.error.detail} />;
  }
  // Text typed before or after damage was found has been handled above.
  if (readOnly) return <>Read only</>;
  if (unsent && isLate) {
    return <NotSaved sentence="The program is busy. Your text is kept in this window." detail="" />;
  }
  if (file.state === 'safe' && file.waitsFor !== undefined)
    return <>Safe on this computer · {WAITING_FOR[file.waitsFor]}</>;
  return <>{unsent || file.state === 'safe' ? 'Safe on this computer' : 'Saved'}</>;
}

function NotSaved({ sentence, detail }: { readonly sentence: string; readonly detail: string }) {
  return (
    <strong className={styles.trouble} title={detail}>
      Not saved <span className={styles.why}>· {sentence}</span>
    </strong>
  );
}

/** Whether text has been unsent for longer than `LATE_AFTER`. */
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
