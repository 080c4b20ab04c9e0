import { type KeyboardEvent, type ReactNode, useEffect, useRef } from 'react';
import { useAppSession } from '../../session/hooks.ts';
import { Button } from '../../ui/Button.tsx';
import { CloseIcon } from '../../ui/icons.tsx';
import { SideTabs } from '../../ui/SideTabs.tsx';
import styles from './FullPage.module.css';

export interface CoverSection {
  readonly id: string;
  readonly title: string;
  readonly content: ReactNode;
}

export interface FullPageProps {
  readonly title: string;
  /** What its tabs are called together. */
  readonly label: string;
  readonly closeLabel: string;
  readonly sections: readonly CoverSection[];
  /** The section that is shown. */
  readonly shown: string;
  onShow(id: string): void;
  /** What has the keyboard first, by a selector; the tab of what is shown, unless something else is said. */
  readonly startsAt?: string;
  /** What stands between the title and the tabs. */
  readonly tools?: ReactNode;
}

const SHOWN_TAB = '[role="tab"][aria-selected="true"]';

/** A page where the text was, with a section at a time; Escape goes back to the text. */
export function FullPage(props: FullPageProps) {
  const { title, label, closeLabel, sections, shown, onShow, startsAt = SHOWN_TAB, tools } = props;
  const session = useAppSession();
  const page = useRef<HTMLElement>(null);
  const first = useRef(startsAt);
  useEffect(() => {
    const before = document.activeElement;
    // Not before the tabs know of one another, or the first arrow key would go nowhere.
    const frame = requestAnimationFrame(() => {
      page.current?.querySelector<HTMLElement>(first.current)?.focus();
    });
    return () => {
      cancelAnimationFrame(frame);
      // Another page took the place of this one, and has the keyboard.
      if (session.cover.get() !== null) return;
      const tree = session.findTree();
      if (tree !== null) tree.focusManuscript();
      else if (before instanceof HTMLElement) before.focus();
    };
  }, [session]);

  // What leads from one section to another goes with its own.
  useEffect(() => {
    const focused = document.activeElement;
    const isLost = focused === document.body || focused?.closest('[role="tabpanel"]') != null;
    if (isLost && shown !== '') page.current?.querySelector<HTMLElement>(SHOWN_TAB)?.focus();
  }, [shown]);

  const leave = () => session.cover.set(null);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || event.defaultPrevented || event.nativeEvent.isComposing) return;
    event.preventDefault();
    leave();
  };
  return (
    <main ref={page} className={styles.page} aria-labelledby="cover-title" onKeyDown={onKeyDown}>
      <SideTabs
        label={label}
        heading={
          <div className={styles.top}>
            <h1 id="cover-title" className={styles.title}>
              {title}
            </h1>
            {tools !== undefined && <div className={styles.tools}>{tools}</div>}
          </div>
        }
        shown={shown}
        onShow={onShow}
        tabs={sections.map((section) => ({
          id: section.id,
          title: section.title,
          content: (
            <section className={styles.section} aria-labelledby={`cover-${section.id}`}>
              <h2 id={`cover-${section.id}`} className={styles.heading}>
                {section.title}
              </h2>
              {section.content}
            </section>
          ),
        }))}
      />
      <div className={styles.close}>
        <Button look="icon" label={closeLabel} hint="Back to the text (Esc)" onClick={leave}>
          <CloseIcon />
        </Button>
      </div>
    </main>
  );
}
