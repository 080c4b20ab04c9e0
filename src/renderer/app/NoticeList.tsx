import { useEffect, useState } from 'react';
import { DISMISS_NOTICE, NOTICES } from '../../ui-text/window/notices.ts';
import { useAppSession, useStore } from '../session/hooks.ts';
import type { Notice } from '../session/notices.ts';
import shared from '../styles/shared.module.css';
import { Button } from '../ui/Button.tsx';
import { CloseIcon } from '../ui/icons.tsx';
import styles from './NoticeList.module.css';

/** Time for which a temporary notice is shown, in milliseconds: to notice it, to read it, and to reach its buttons. */
const durationOf = ({ sentence, actions }: Notice) =>
  4_000 + 50 * sentence.length + (actions.length > 0 ? 4_000 : 0);

/** All notices, as cards: those that stay, and the newest of those that pass. They never take the focus. */
export function NoticeList() {
  const { notices } = useAppSession();
  const shown = useStore(notices.banners);
  if (shown.length === 0) return null;
  const passing = shown.findLast(({ stays }) => !stays);
  return (
    <section className={styles.list} aria-label={NOTICES}>
      {shown
        .filter(({ stays }) => stays)
        .map((notice) => (
          <NoticeCard key={notice.id} notice={notice} />
        ))}
      {passing !== undefined && <PassingNotice key={passing.id} notice={passing} />}
    </section>
  );
}

function NoticeCard({ notice }: { readonly notice: Notice }) {
  const { notices } = useAppSession();
  return (
    <div className={`${shared.notice} ${styles.card}`} data-problem={!notice.isDone || undefined}>
      <div className={styles.body}>
        <p className={styles.text}>
          {notice.sentence} {notice.detail !== '' && <span className={styles.detail}>{notice.detail}</span>}
        </p>
        {notice.actions.length > 0 && (
          <div className={styles.actions}>
            {notice.actions.map(({ label, run }) => (
              <Button key={label} variant="quiet" keepsFocus onClick={run}>
                {label}
              </Button>
            ))}
          </div>
        )}
      </div>
      {!notice.isProgress && (
        <Button variant="icon" keepsFocus label={DISMISS_NOTICE} onClick={() => notices.dismiss(notice.id)}>
          <CloseIcon />
        </Button>
      )}
    </div>
  );
}

/** Disappears by itself, but not while the pointer or the focus is on it. */
function PassingNotice({ notice }: { readonly notice: Notice }) {
  const { notices } = useAppSession();
  const [isPointed, setPointed] = useState(false);
  const [isFocused, setFocused] = useState(false);
  const isHeld = isPointed || isFocused;

  useEffect(() => {
    if (isHeld) return;
    const timer = setTimeout(() => notices.dismiss(notice.id), durationOf(notice));
    return () => clearTimeout(timer);
  }, [isHeld, notices, notice]);

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: hovering it only keeps it from disappearing
    <div
      onPointerEnter={() => setPointed(true)}
      onPointerLeave={() => setPointed(false)}
      onFocus={() => setFocused(true)}
      onBlur={() => setFocused(false)}
    >
      <NoticeCard notice={notice} />
    </div>
  );
}
