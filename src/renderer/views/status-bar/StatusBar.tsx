import { useEffect, useMemo, useState } from 'react';
import type { AgentId } from '../../../core/ids.ts';
import { chapterPlace, type TextSection } from '../../../core/sections/sections.ts';
import { POSITION_FLAGS } from '../../../core/tree/tree-node.ts';
import { moreAtWork, stopLabel, TURN_BUTTONS, whereText } from '../../../ui-text/agents/turns.ts';
import { READ_ONLY } from '../../../ui-text/grove/pane.ts';
import { authorsText, type KnownAgents, UNKNOWN_AGENT } from '../../../ui-text/page/authors.ts';
import { placeText, progressText, wordCountText } from '../../../ui-text/page/place.ts';
import {
  NOT_SAVED,
  PROGRAM_BUSY,
  SAFE,
  SAVED,
  STATUS,
  TYPED_IS_IN_WINDOW,
  TYPED_IS_SAFE,
  WAITING_FOR,
} from '../../../ui-text/save-trouble.ts';
import { distinctTitle } from '../../../ui-text/tree/equal-titles.ts';
import { createMessageRows } from '../../session/dialogue/message-rows.ts';
import { findAgent } from '../../session/find-agent.ts';
import {
  useAppSession,
  useBufferDesk,
  useDesk,
  useDialogueDesk,
  useSelected,
  useStore,
  useStoreSoon,
  useTreeDesk,
} from '../../session/hooks.ts';
import { placeInList } from '../../session/path/path-segments.ts';
import { sectionTitle } from '../../session/tree/sections-session.ts';
import type { Scene } from '../../session/window/app-session.ts';
import { isRunningTurn, type ShownTurn } from '../../session/window/turns-session.ts';
import type { ManuscriptSummary, PositionHeader } from '../../surface.ts';
import { Button } from '../../ui/Button.tsx';
import { useLate } from '../turns/TurnLines.tsx';
import styles from './StatusBar.module.css';

type Grove = Extract<Scene, { kind: 'grove' }>['grove'];

/**
 * The caret's position, the length of the text, and the save state. In focus mode only the session target, who works and
 * the save state, for the pointer and the keyboard; trouble always shows.
 */
export function StatusBar({ grove }: { readonly grove: Grove }) {
  const { preferences } = useAppSession();
  const isManuscript = useDesk().mode === 'buffer';
  const { focusMode } = useStore(preferences);
  return (
    // It changes whenever the caret moves, so it is not live; the log makes the announcements.
    <div
      className={styles.bar}
      role="status"
      aria-label={STATUS}
      aria-live="off"
      tabIndex={-1}
      data-quiet={focusMode || undefined}
    >
      {!focusMode && (isManuscript ? <PositionSummary grove={grove} /> : <MessageSummary grove={grove} />)}
      {isManuscript && <SessionTarget />}
      <WorkingAgents grove={grove} />
      <span className={styles.saved}>
        <SaveStatus readOnly={grove.readOnly} />
      </span>
    </div>
  );
}

function PositionSummary({ grove }: { readonly grove: Grove }) {
  const { tree, summary } = useBufferDesk();
  const { list } = tree.sections;
  const counts = useStoreSoon(summary);
  const sections = useStore(list);
  useStore(tree.path.mirror);
  useStore(tree.authors.typed);
  const position = useSelected(summary, (caret) => {
    if (caret === null) return null;
    const current = caret.currentPositionId;
    const header = current === null ? undefined : tree.path.findHeader(current);
    const authors = (current === null ? undefined : tree.authors.at(current)) ?? [];
    const { chapter, scene } = chapterPlace(list.get(), caret.sectionIndex);
    const place = { chapter: chapter === null ? null : sectionTitle(chapter), scene, message: null };
    return formatPosition(caret, place, header, authors, grove);
  });
  if (position === null || counts === null) return null;
  const { chapter } = chapterPlace(sections, counts.sectionIndex);
  // A very long text is counted a moment after it is on the screen.
  const isCounted = counts.words > 0 || counts.characters === 0;
  return (
    <>
      <span className={styles.part}>{position}</span>
      {isCounted && <span className={styles.part}>{formatWordCount(counts, chapter)}</span>}
    </>
  );
}

function MessageSummary({ grove }: { readonly grove: Grove }) {
  const { tree, place } = useDialogueDesk();
  const current = useStore(place);
  const { headers } = useStore(tree.path.mirror);
  useStore(tree.authors.typed);
  const rows = useMemo(() => createMessageRows(headers), [headers]);
  if (current === null) return null;
  // A reply that was continued is one message.
  const message = rows.rowOf(current.nodeNumber - 1) + 1;
  const header =
    current.currentPositionId === null ? undefined : tree.path.findHeader(current.currentPositionId);
  // A message is its speaker's, however much of it others have edited.
  const authors = new Set(header && [header.speakerId, ...(tree.authors.at(header.positionId) ?? [])]);
  const caret = { ...current, pathLength: rows.count };
  const words = { chapter: null, scene: null, message };
  return <span className={styles.part}>{formatPosition(caret, words, header, [...authors], grove)}</span>;
}

/** Progress towards the session's word target; nothing without a target. */
function SessionTarget() {
  const { sessionTarget } = useStore(useAppSession().preferences);
  const words = useStoreSoon(useAppSession().sessionWords);
  if (sessionTarget === 0) return null;
  return <span className={styles.part}>{formatProgress(words, sessionTarget)}</span>;
}

/**
 * The caret's place (`placeText`).
 * @param place in the text
 * @param header undefined for a node that is being committed
 * @param authors by decreasing share
 */
export function formatPosition(
  { pathLength, forkId }: Pick<ManuscriptSummary, 'pathLength' | 'forkId'>,
  place: Pick<Parameters<typeof placeText>[0], 'chapter' | 'scene' | 'message'>,
  header: PositionHeader | undefined,
  authors: readonly AgentId[],
  grove: KnownAgents,
): string {
  const flags = header?.flags ?? 0;
  return placeText({
    ...place,
    length: pathLength,
    authors: header === undefined ? '' : authorsText(authors, grove),
    alternative: header === undefined ? { index: 0, count: 0 } : placeInList(header, forkId),
    isBookmarked: (flags & POSITION_FLAGS.bookmarked) !== 0,
    isExcluded: (flags & POSITION_FLAGS.excluded) !== 0,
    hasNotes: (flags & POSITION_FLAGS.noted) !== 0,
  });
}

/**
 * Typed text reaches main within half a second (`storage.md`). Text that is unsent for longer than this is not
 * safe. Milliseconds.
 */
const LATE_AFTER = 1_000;

/** One of exactly three states (`storage.md`, *Typed text*). */
function SaveStatus({ readOnly }: { readonly readOnly: boolean }) {
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

type Counts = Pick<ManuscriptSummary, 'words' | 'selectionWords' | 'selectionCharacters'>;

/** The words of the chapter and of the text, or of the selection (`wordCountText`). */
export function formatWordCount(
  { words, selectionWords, selectionCharacters }: Counts,
  chapter: Pick<TextSection, 'allWords'> | null,
): string {
  // Of a story in one chapter, one number says both.
  const inChapter = chapter === null || chapter.allWords === words ? null : chapter.allWords;
  return wordCountText(words, inChapter, selectionCharacters > 0 ? selectionWords : null);
}

/** `320 of 500 this session`; never below 0, even if more was cut than written. */
export function formatProgress(written: number, target: number): string {
  return progressText(Math.max(0, written), target);
}

/** More are counted: they have their lines in their conversations. */
const MOST_NAMED = 3;

/** The agents at work and their places, each with a button that stops it; turns that wait for others are not listed. */
function WorkingAgents({ grove }: { readonly grove: Grove }) {
  const { turns } = useAppSession();
  const working = useStore(turns.turns).filter((turn) => isRunningTurn(turn) && turn.phase !== 'queued');
  const isLate = useLate(working.length > 0);
  if (!isLate) return null;
  const named = working.slice(0, MOST_NAMED);
  return (
    <>
      {named.map((turn) => (
        <WorkingAgent key={turn.turnId} turn={turn} grove={grove} />
      ))}
      {working.length > named.length && (
        <span className={styles.part}>{moreAtWork(working.length - named.length)}</span>
      )}
    </>
  );
}

function WorkingAgent({ turn, grove }: { readonly turn: ShownTurn; readonly grove: Grove }) {
  const { turns, trees } = useAppSession();
  const name = findAgent(grove, turn.agentId)?.name ?? UNKNOWN_AGENT;
  const tree = grove.trees.find(({ id }) => id === turn.actsOn);
  const title = tree === undefined ? '' : distinctTitle(tree, trees.all);
  return (
    <span className={styles.part}>
      {whereText(name, title, turn.place?.localId ?? null)}{' '}
      <Button variant="quiet" keepsFocus label={stopLabel(name)} onClick={() => void turns.stop(turn.turnId)}>
        {TURN_BUTTONS.stop}
      </Button>
    </span>
  );
}
