import { useEffect, useRef } from 'react';
import type { Agent } from '../../../core/tree/agent.ts';
import { NO_TEXT_HERE, WRITE_FIRST_LINE } from '../../../ui-text/page/generate.ts';
import { createManuscript, type Manuscript } from '../../editor/index.ts';
import { useAppSession, useBufferDesk, useSelected, useStore } from '../../session/hooks.ts';
import { isDialogOpen } from '../../ui/layers/Dialog.tsx';
import { PaneHeader } from '../PaneHeader.tsx';
import { AskBar } from '../proposals/AskBar.tsx';
import { SuggestionBar } from '../proposals/SuggestionBar.tsx';
import { REFUSALS, refusedFileNotice } from '../refused-text.ts';
import { ComparisonPanel } from '../timeline/ComparisonPanel.tsx';
import { PastText } from '../timeline/PastText.tsx';
import { TimelineStrip } from '../timeline/TimelineStrip.tsx';
import { coveredTop } from './covered-top.ts';
import { FindBar } from './FindBar.tsx';
import { GenerateBar } from './GenerateBar.tsx';
import { ManuscriptMenu } from './ManuscriptMenu.tsx';
import styles from './ManuscriptPane.module.css';
import { NodePopover } from './NodePopover.tsx';
import { RewriteBar } from './RewriteBar.tsx';
import { TokenPopover } from './TokenPopover.tsx';
import { setTypography } from './typography.ts';

export interface ManuscriptPaneProps {
  readonly title: string;
  readonly agents: readonly Agent[];
  readonly writerId: Agent['id'];
  readonly readOnly: boolean;
  /** For the style sheets that CodeMirror creates. */
  readonly nonce: string;
}

/** The text, with its title above and the generate bar below. */
export function ManuscriptPane({ title, agents, writerId, readOnly, nonce }: ManuscriptPaneProps) {
  const desk = useBufferDesk();
  const { tree } = desk;
  const session = useAppSession();
  const { preferences } = session;
  const { focusMode } = useStore(preferences);
  const isTimelineOpen = useSelected(desk.timeline.state, ({ isOpen }) => isOpen);
  const isPast = useSelected(desk.timeline.state, ({ past }) => past !== null);
  const isCovered = useStore(desk.timeline.comparison.isOpen) || isPast;
  const pane = useRef<HTMLElement>(null);
  const header = useRef<HTMLElement>(null);
  const host = useRef<HTMLDivElement>(null);
  const editor = useRef<Manuscript>(null);

  useEffect(() => {
    const parent = host.current;
    if (parent === null || pane.current === null) return;
    setTypography(pane.current, preferences.get());
    const preferred = () => ({
      ...preferences.get(),
      spellingLanguage: session.spelling.languageOf(tree.treeId),
      ownWords: session.spelling.accepted.get(),
    });
    const manuscript = createManuscript({
      parent,
      content: desk.content(),
      writerId,
      preferences: preferred(),
      checkWords: (words) => session.spelling.checkWords(tree.treeId, words),
      sessionWords: session.sessionWords,
      nonce,
      readOnly: tree.isReadOnly,
      mayCommit: () => !tree.isChecking,
      onEvent: (event) => desk.onDraftEvent(event),
      onSummary: (summary) => desk.onSummary(summary),
      onSections: (sections) => tree.sections.onRead(sections),
      onFind: (report) => desk.find.onReport(report),
      onCursor: () => desk.onCursorMoved(),
      onBlur: () => void desk.onBlur(),
      onFileRefused: (name) => session.notices.show(refusedFileNotice(name)),
      onTextRefused: (refused) => session.notices.showOnce(REFUSALS[refused]),
      onRequest: (ask) => desk.onRequest(ask),
      onSuggestions: (...report) => desk.onSuggestions(...report),
      readTokens: (nodeId, positionId) => desk.tokens.read(nodeId, positionId),
      onNotes: (positionId, anchorId) => {
        session.showTab('node');
        tree.nodeCommands.showNotes(positionId, anchorId);
      },
    });
    editor.current = manuscript;
    desk.attach(manuscript);
    // A text that is read again must not take the keyboard from a field above it, such as the palette's, or from a dialog.
    if (!isTextField(document.activeElement) && !isDialogOpen()) manuscript.focus();
    const stop = preferences.subscribe(() => {
      // Set the sizes first: `prefer` makes the editor measure its lines.
      if (pane.current !== null) setTypography(pane.current, preferences.get());
      manuscript.setPreferences(preferred());
    });
    const stopWords = session.spelling.accepted.subscribe(() => manuscript.setPreferences(preferred()));
    // Banners over the window push the title over the text (`Overhead`).
    const updateCoveredTop = () => {
      manuscript.setTopInset(coveredTop(header.current, parent));
    };
    updateCoveredTop();
    const stopCovering = session.notices.overhead.subscribe(updateCoveredTop);
    const sizes = new ResizeObserver(updateCoveredTop);
    sizes.observe(parent);
    return () => {
      stop();
      stopWords();
      stopCovering();
      sizes.disconnect();
      editor.current = null;
      session.sessionWords = manuscript.summary().sessionWords;
      manuscript.destroy();
    };
  }, [desk, tree, session, preferences, writerId, nonce]);

  useEffect(() => editor.current?.setAuthors(agents), [agents]);

  return (
    <main
      ref={pane}
      className={styles.pane}
      data-focus={focusMode ? 'on' : 'off'}
      onFocus={() => session.activate(desk)}
    >
      <PaneHeader ref={header} title={title} />
      <div className={styles.text}>
        <ManuscriptMenu
          host={host}
          editor={editor}
          readOnly={tree.isReadOnly}
          inert={isCovered}
          className={styles.editor}
        />
        {!isCovered && <Placeholder readOnly={readOnly} />}
        <NodePopover agents={agents} readOnly={readOnly} />
        <TokenPopover readOnly={readOnly} />
        <PastText agents={agents} writerId={writerId} nonce={nonce} header={header} />
        <ComparisonPanel />
      </div>
      <div className={styles.bars} inert={isCovered}>
        <RewriteBar agents={agents} />
        <SuggestionBar agents={agents} />
        <AskBar agents={agents} />
        <FindBar readOnly={readOnly} />
      </div>
      <TimelineStrip agents={agents} readOnly={readOnly} />
      <div className={styles.quiet} hidden={isTimelineOpen}>
        <GenerateBar agents={agents} readOnly={readOnly} />
      </div>
    </main>
  );
}

function isTextField(element: Element | null): boolean {
  return element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement;
}

/** Shown while there is no text. */
function Placeholder({ readOnly }: { readonly readOnly: boolean }) {
  const { summary } = useBufferDesk();
  const isEmpty = useSelected(summary, (caret) => caret?.characters === 0);
  if (!isEmpty) return null;
  return (
    <div className={styles.placeholder} aria-hidden="true">
      <p>{readOnly ? NO_TEXT_HERE : WRITE_FIRST_LINE}</p>
    </div>
  );
}
