import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { useAppSession } from '../../session/hooks.ts';
import { Button } from '../../ui/Button.tsx';
import { CloseIcon } from '../../ui/icons.tsx';
import { SideTabs } from '../../ui/SideTabs.tsx';
import styles from './SettingsPage.module.css';
import { sections } from './sections.tsx';

/** The settings, where the text was; Escape goes back to it. */
export function SettingsPage() {
  const session = useAppSession();
  const page = useRef<HTMLElement>(null);
  const [shown, setShown] = useState(sections[0]?.id ?? '');

  useEffect(() => {
    const before = document.activeElement;
    // Not before the tabs know of one another, or the first arrow key would go nowhere.
    const frame = requestAnimationFrame(() => {
      page.current?.querySelector<HTMLElement>('[role="tab"]')?.focus();
    });
    return () => {
      cancelAnimationFrame(frame);
      const tree = session.findTree();
      if (tree !== null) tree.focusManuscript();
      else if (before instanceof HTMLElement) before.focus();
    };
  }, [session]);

  const leave = () => session.settingsShown.set(false);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || event.defaultPrevented || event.nativeEvent.isComposing) return;
    event.preventDefault();
    leave();
  };
  return (
    <main ref={page} className={styles.page} aria-labelledby="settings-title" onKeyDown={onKeyDown}>
      <SideTabs
        label="Sections"
        heading={
          <h1 id="settings-title" className={styles.title}>
            Settings
          </h1>
        }
        shown={shown}
        onShow={setShown}
        tabs={sections.map(({ id, title, content }) => ({
          id,
          title,
          content: (
            <section className={styles.section} aria-labelledby={`settings-${id}`}>
              <h2 id={`settings-${id}`} className={styles.heading}>
                {title}
              </h2>
              {content}
            </section>
          ),
        }))}
      />
      <div className={styles.close}>
        <Button look="icon" label="Close the settings" hint="Back to the text (Esc)" onClick={leave}>
          <CloseIcon />
        </Button>
      </div>
    </main>
  );
}
