import { type KeyboardEvent, type ReactNode, useEffect, useRef } from 'react';
import { BACK_TO_TEXT } from '../../../ui-text/window/panes.ts';
import { isFocusUnclaimed } from '../../session/focus.ts';
import { useAppSession } from '../../session/hooks.ts';
import { Button } from '../../ui/Button.tsx';
import { Filter } from '../../ui/fields/Filter.tsx';
import { CloseIcon } from '../../ui/icons.tsx';
import { SideTabs } from '../../ui/SideTabs.tsx';
import styles from './FullPage.module.css';

interface PageSection {
  readonly id: string;
  readonly title: string;
  readonly content: ReactNode;
}

interface FullPageProps {
  readonly title: string;
  /** The accessible name of the tab list. */
  readonly label: string;
  readonly closeLabel: string;
  readonly sections: readonly PageSection[];
  /** The id of the section shown. */
  readonly shown: string;
  onShow(id: string): void;
  /** A selector for the element that gets the focus first; by default the selected tab. */
  readonly initialFocus?: string;
  /** Shown between the title and the tabs. */
  readonly tools?: ReactNode;
  /** The sections are rows of fields, not prose, and use the width of the window. */
  readonly isWide?: boolean;
}

const SHOWN_TAB = '[role="tab"][aria-selected="true"]';

/** A page that replaces the text and shows one section at a time; Escape returns to the text. */
export function FullPage(props: FullPageProps) {
  const {
    title,
    label,
    closeLabel,
    sections,
    shown,
    onShow,
    initialFocus = SHOWN_TAB,
    tools,
    isWide,
  } = props;
  const session = useAppSession();
  const page = useRef<HTMLElement>(null);
  const first = useRef(initialFocus);
  useEffect(() => {
    // Wait until the tabs are registered, or the first arrow key would do nothing.
    const frame = requestAnimationFrame(() => {
      page.current?.querySelector<HTMLElement>(first.current)?.focus();
    });
    return () => {
      cancelAnimationFrame(frame);
      // Another page replaced this one and has the focus.
      if (session.fullPage.get() !== null) return;
      session.findTree()?.focus();
    };
  }, [session]);

  // A link to another section disappears with its own section: do not lose the focus.
  useEffect(() => {
    const focused = document.activeElement;
    const isLost = isFocusUnclaimed() || focused?.closest('[role="tabpanel"]') != null;
    if (isLost && shown !== '') page.current?.querySelector<HTMLElement>(SHOWN_TAB)?.focus();
  }, [shown]);

  const leave = () => session.fullPage.set(null);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || event.defaultPrevented || event.nativeEvent.isComposing) return;
    event.preventDefault();
    leave();
  };
  return (
    <main
      ref={page}
      className={styles.page}
      data-notice-place=""
      aria-labelledby="cover-title"
      onKeyDown={onKeyDown}
    >
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
            <section className={styles.section} data-wide={isWide} aria-labelledby={`cover-${section.id}`}>
              <h2 id={`cover-${section.id}`} className={styles.heading}>
                {section.title}
              </h2>
              {section.content}
            </section>
          ),
        }))}
      />
      <div className={styles.close}>
        <Button variant="icon" label={closeLabel} hint={BACK_TO_TEXT} onClick={leave}>
          <CloseIcon />
        </Button>
      </div>
    </main>
  );
}

interface ListFilterProps {
  /** Its accessible name and its placeholder. */
  readonly label: string;
  readonly value: string;
  onChange(value: string): void;
  /** A message about the matches; may be empty. */
  readonly found: string;
  /** Further actions on the whole list. */
  readonly children?: ReactNode;
}

/** The filter of a long list; it stays visible while the list scrolls. */
export function ListFilter({ label, value, onChange, found, children }: ListFilterProps) {
  return (
    <>
      <div className={styles.filterTools}>
        <Filter label={label} value={value} onChange={onChange} />
        {children}
      </div>
      <p className={styles.found} role="status">
        {found}
      </p>
    </>
  );
}
