import { useLayoutEffect, useRef } from 'react';
import { useAppSession, useStore } from '../session/hooks.ts';
import { Button } from '../ui/Button.tsx';
import { CloseIcon } from '../ui/icons.tsx';
import styles from './Banners.module.css';

/** The selected tab of a full page, if one is open. */
const FULL_PAGE_TAB = 'main [role="tab"][aria-selected="true"]';

/**
 * The notices: what went wrong and what is safe. They never take the focus, and give it back when they close.
 */
export function Banners() {
  const session = useAppSession();
  const { notices } = session;
  const shown = useStore(notices.banners);
  const hasFocus = useRef(false);
  // When a banner that had the focus disappears for any reason, move the focus so that it is not lost.
  useLayoutEffect(() => {
    if (!hasFocus.current || document.activeElement !== document.body) return;
    hasFocus.current = false;
    const cover = document.querySelector<HTMLElement>(FULL_PAGE_TAB);
    if (cover !== null) cover.focus();
    else session.findTree()?.focus();
  });
  if (shown.length === 0) return null;
  const banners = shown.map((notice) => (
    <div key={notice.id} className={styles.banner} data-done={notice.isDone}>
      <div className={styles.body}>
        <p className={styles.text}>
          {notice.sentence} {notice.detail !== '' && <span className={styles.detail}>{notice.detail}</span>}
        </p>
        {notice.actions.length > 0 && (
          <div className={styles.actions}>
            {notice.actions.map(({ label, run }) => (
              <Button key={label} keepsFocus onClick={run}>
                {label}
              </Button>
            ))}
          </div>
        )}
      </div>
      {!notice.isProgress && (
        <Button variant="icon" keepsFocus label="Dismiss notice" onClick={() => notices.dismiss(notice.id)}>
          <CloseIcon />
        </Button>
      )}
    </div>
  ));
  return (
    <section
      aria-label="Notices"
      onFocus={() => {
        hasFocus.current = true;
      }}
      onBlur={() => {
        hasFocus.current = false;
      }}
    >
      {banners}
    </section>
  );
}
