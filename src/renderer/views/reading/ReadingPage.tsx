import { type KeyboardEvent, useCallback, useEffect, useId, useLayoutEffect, useRef, useState } from 'react';
import { type ReadingRow, rowAt } from '../../../core/book/reading-rows.ts';
import { firstWords } from '../../../core/text/first-words.ts';
import {
  CLOSE_READING,
  NOTE_HERE,
  noteOn,
  READ_THROUGH,
  READING_TEXT,
  readingPlace,
  SAVE_NOTE,
} from '../../../ui-text/reading.ts';
import { CANCEL } from '../../../ui-text/window/buttons.ts';
import { useAppSession, useStore } from '../../session/hooks.ts';
import type { Reading } from '../../session/window/reading-session.ts';
import shared from '../../styles/shared.module.css';
import { AnchoredList, type AnchoredListHandle } from '../../ui/anchored-list/AnchoredList.tsx';
import { Button } from '../../ui/Button.tsx';
import { CloseIcon } from '../../ui/icons.tsx';
import { setTypography } from '../manuscript/typography.ts';
import styles from './ReadingPage.module.css';
import { ReadingText } from './ReadingText.tsx';

/** The text to be read, page by page, instead of the manuscript; Escape returns to it. */
export function ReadingPage() {
  const { reading } = useAppSession();
  const shown = useStore(reading.shown);
  return shown === null ? null : <ShownReading reading={shown} />;
}

/** Lines of a page that stay on the next one. */
const KEPT_LINES = 2;

function ShownReading({ reading }: { readonly reading: Reading }) {
  const session = useAppSession();
  const preferences = useStore(session.preferences);
  const { rows, text, book } = reading;
  const page = useRef<HTMLElement>(null);
  const scroller = useRef<HTMLDivElement>(null);
  const list = useRef<AnchoredListHandle>(null);
  const [place, setPlace] = useState(() => Math.max(0, rowAt(rows, reading.start)));
  const [noted, setNoted] = useState<ReadingRow | null>(null);
  const first = useRef(place);

  useLayoutEffect(() => {
    if (page.current !== null)
      setTypography(page.current, { ...preferences, font: book.font ?? preferences.font });
  }, [preferences, book]);
  useLayoutEffect(() => {
    list.current?.scrollToIndex(first.current, 'start');
    scroller.current?.focus();
  }, []);

  const keyOf = useCallback((index: number) => String(rows[index]?.from ?? index), [rows]);
  const charactersPerLine = preferences.measure;
  const lineHeight = preferences.textSize * preferences.leading;
  const estimate = (index: number) => {
    const { from = 0, to = 0 } = rows[index] ?? {};
    return Math.max(1, Math.ceil((to - from) / charactersPerLine)) * lineHeight;
  };
  /** The first row with words that begins in view; of a paragraph that is longer than a page, the one in view. */
  const inView = (): number => {
    const top = scroller.current?.getBoundingClientRect().top ?? 0;
    const begun = [...(scroller.current?.querySelectorAll<HTMLElement>('[data-index]') ?? [])].find(
      (row) =>
        rows[Number(row.dataset.index)]?.kind !== 'break' &&
        row.getBoundingClientRect().top >= top - 1 &&
        row.getBoundingClientRect().top < top + (scroller.current?.clientHeight ?? 0),
    );
    return begun === undefined ? (list.current?.firstVisible() ?? 0) : Number(begun.dataset.index);
  };
  const turn = (direction: 1 | -1) => {
    const { current } = scroller;
    if (current === null) return;
    current.scrollTop += direction * (current.clientHeight - KEPT_LINES * lineHeight);
    // Once the rows of the page are there, it begins with a whole line.
    requestAnimationFrame(() => {
      const { top } = current.getBoundingClientRect();
      const rows = [...current.querySelectorAll('[data-index]')].map((row) => row.getBoundingClientRect());
      const cut = rows.find((row) => row.top < top && row.bottom > top);
      if (cut !== undefined) current.scrollTop -= (top - cut.top) % lineHeight;
    });
  };
  const leave = () => {
    const page = scroller.current?.getBoundingClientRect();
    const began = scroller.current
      ?.querySelector(`[data-index="${rowAt(rows, reading.start)}"]`)
      ?.getBoundingClientRect();
    // On the page where reading began, the caret stays.
    const isThere =
      page !== undefined && began !== undefined && began.top < page.bottom && began.bottom > page.top;
    session.reading.leave(isThere ? reading.start : (rows[inView()]?.from ?? reading.start));
  };
  const startNote = () => setNoted(rows[inView()] ?? null);
  const closeNote = () => {
    setNoted(null);
    scroller.current?.focus();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.nativeEvent.isComposing || noted !== null) return;
    const isButton = event.target instanceof HTMLButtonElement;
    const action =
      event.key === 'PageDown' || (event.key === ' ' && !event.shiftKey && !isButton)
        ? () => turn(1)
        : event.key === 'PageUp' || (event.key === ' ' && !isButton)
          ? () => turn(-1)
          : event.key === 'Home'
            ? () => list.current?.scrollToIndex(0, 'start')
            : event.key === 'End'
              ? () => list.current?.scrollToEnd()
              : event.key === 'Escape'
                ? leave
                : event.key.toLowerCase() === 'n'
                  ? startNote
                  : null;
    if (action === null) return;
    event.preventDefault();
    action();
  };
  const chapter = rows.slice(0, place + 1).findLast(({ kind }) => kind === 'heading');
  const chapterTitle =
    chapter === undefined
      ? ''
      : `${chapter.number}${text.slice(chapter.from, chapter.to).replace(/^#+\s*/, '')}`;
  return (
    <main ref={page} className={styles.page} aria-label={READ_THROUGH} onKeyDown={onKeyDown}>
      <AnchoredList
        ref={list}
        scrollRef={scroller}
        className={styles.text}
        role="region"
        aria-label={READING_TEXT}
        tabIndex={0}
        lang={book.language}
        count={rows.length}
        keyOf={keyOf}
        estimate={estimate}
        renderRow={(index) => {
          const row = rows[index];
          return row === undefined ? null : (
            <ReadingText row={row} text={text} book={book} isFirst={index === 0} />
          );
        }}
        onScroll={() => setPlace(inView())}
      />
      <footer className={styles.foot}>
        {noted === null ? (
          <>
            <span className={styles.place}>
              {readingPlace(chapterTitle, (rows[place]?.from ?? 0) / Math.max(1, text.length))}
            </span>
            <Button variant="quiet" hint="N" onClick={startNote}>
              {NOTE_HERE}
            </Button>
            <Button variant="icon" label={CLOSE_READING} hint="Esc" onClick={leave}>
              <CloseIcon />
            </Button>
          </>
        ) : (
          <NoteForm
            row={noted}
            words={firstWords(text.slice(noted.from, noted.to)) ?? ''}
            onEnd={closeNote}
          />
        )}
      </footer>
    </main>
  );
}

interface NoteFormProps {
  readonly row: ReadingRow;
  readonly words: string;
  onEnd(): void;
}

/** One note; Enter saves it, Escape leaves it. */
function NoteForm({ row, words, onEnd }: NoteFormProps) {
  const { reading } = useAppSession();
  const [typed, setTyped] = useState('');
  const field = useRef<HTMLInputElement>(null);
  const id = useId();
  useEffect(() => field.current?.focus(), []);
  const save = async () => {
    if (typed.trim() !== '' && (await reading.note(row.from, typed.trim()))) onEnd();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    if (event.key !== 'Enter' && event.key !== 'Escape') return;
    event.preventDefault();
    if (event.key === 'Enter') void save();
    else onEnd();
  };
  return (
    <>
      <label htmlFor={id} className={styles.noted}>
        {noteOn(words)}
      </label>
      <input
        ref={field}
        id={id}
        className={`${shared.input} ${styles.note}`}
        type="text"
        autoComplete="off"
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
        onKeyDown={onKeyDown}
      />
      <Button onClick={onEnd}>{CANCEL}</Button>
      <Button variant="primary" disabled={typed.trim() === ''} onClick={() => void save()}>
        {SAVE_NOTE}
      </Button>
    </>
  );
}
