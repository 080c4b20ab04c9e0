import { useLayoutEffect, useRef } from 'react';
import { useAppSession, useStore } from '../session/hooks.ts';
import { Button } from '../ui/Button.tsx';
import { CloseIcon } from '../ui/icons.tsx';
import styles from './Banners.module.css';

/** The tab of the page that covers the text, where there is one. */
const COVER_TAB = 'main [role="tab"][aria-selected="true"]';

/** What went wrong, what is safe, and the way to put it away; it never takes the keyboard, and gives it back. */
export function Banners() {
  const session = useAppSession();
  const { notices } = session;
  const shown = useStore(notices.banners);
  const hasKeyboard = useRef(false);
  // Whatever took a banner away, a button of it or the end of what it said, the keyboard is not left nowhere.
  useLayoutEffect(() => {
    if (!hasKeyboard.current || document.activeElement !== document.body) return;
    hasKeyboard.current = false;
    const cover = document.querySelector<HTMLElement>(COVER_TAB);
    if (cover !== null) cover.focus();
    else session.findTree()?.focusManuscript();
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
      {!notice.isWait && (
        <Button look="icon" keepsFocus label="Put away" onClick={() => notices.dismiss(notice.id)}>
          <CloseIcon />
        </Button>
      )}
    </div>
  ));
  return (
    <section
      aria-label="Notices"
      onFocus={() => {
        hasKeyboard.current = true;
      }}
      onBlur={() => {
        hasKeyboard.current = false;
      }}
    >
      {banners}
    </section>
  );
}
