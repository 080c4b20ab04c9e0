import { useRef } from 'react';
import { useAppSession, useStore } from '../session/hooks.ts';
import { Button } from '../ui/Button.tsx';
import { CloseIcon } from '../ui/icons.tsx';
import styles from './Banners.module.css';

/** What went wrong, what is safe, and the way to put it away; it never takes the keyboard, and gives it back. */
export function Banners() {
  const { notices } = useAppSession();
  const shown = useStore(notices.banners);
  const region = useRef<HTMLElement>(null);
  const putAway = (id: number) => {
    if (region.current?.contains(document.activeElement) === true)
      document.querySelector<HTMLElement>('[role="textbox"]')?.focus();
    notices.dismiss(id);
  };
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
        <Button look="icon" keepsFocus label="Put away" onClick={() => putAway(notice.id)}>
          <CloseIcon />
        </Button>
      )}
    </div>
  ));
  return (
    <section ref={region} aria-label="Notices">
      {banners}
    </section>
  );
}
