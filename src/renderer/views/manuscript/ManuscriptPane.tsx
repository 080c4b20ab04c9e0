import { useEffect, useRef } from 'react';
import type { Agent } from '../../../core/tree/agent.ts';
import { INSERTION_REFUSED, LONG_NODE_REFUSED, TYPING_REFUSED } from '../../../ui-text/refused-text.ts';
import { createManuscript, type Manuscript, type RefusedText } from '../../editor/index.ts';
import { useAppSession, useBufferDesk, useStore } from '../../session/hooks.ts';
import { Button } from '../../ui/Button.tsx';
import { LeftPaneIcon, RightPaneIcon } from '../../ui/icons.tsx';
import { useCommands } from '../commands.ts';
import { FindBar } from './FindBar.tsx';
import { GenerateBar } from './GenerateBar.tsx';
import { ManuscriptMenu } from './ManuscriptMenu.tsx';
import styles from './ManuscriptPane.module.css';
import { NodePopover } from './NodePopover.tsx';
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
  const { panes, preferences } = session;
  const shown = useStore(panes.shown);
  const { focusMode } = useStore(preferences);
  const commands = useCommands();
  const pane = useRef<HTMLElement>(null);
  const header = useRef<HTMLElement>(null);
  const host = useRef<HTMLDivElement>(null);
  const editor = useRef<Manuscript>(null);

  useEffect(() => {
    const parent = host.current;
    if (parent === null || pane.current === null) return;
    setTypography(pane.current, preferences.get());
    const preferred = () => ({ ...preferences.get(), ownWords: session.spelling.accepted.get() });
    const manuscript = createManuscript({
      parent,
      content: desk.content(),
      writerId,
      preferences: preferred(),
      checkWords: (words) => session.spelling.checkWords(words),
      sessionWords: session.sessionWords,
      nonce,
      readOnly: tree.isReadOnly,
      mayCommit: () => !tree.isChecking,
      onEvent: (event) => desk.onDraftEvent(event),
      onSummary: (summary) => desk.onSummary(summary),
      onFind: (report) => desk.find.onReport(report),
      onCursor: () => desk.onCursorMoved(),
      onBlur: () => void desk.onBlur(),
      onFileRefused: (name) => session.notices.show(refusedFileNotice(name)),
      onTextRefused: (refused) => session.notices.showOnce(REFUSALS[refused]),
      onRequest: (ask) => desk.onRequest(ask),
      readTokens: (nodeId, positionId) => desk.tokens.read(nodeId, positionId),
      onNotes: (positionId) => {
        session.showTab('node');
        tree.nodeCommands.showNotes(positionId);
      },
    });
    editor.current = manuscript;
    desk.attach(manuscript);
    // A text that is read again must not take the keyboard from a field above it, such as the palette's.
    if (!isTextField(document.activeElement)) manuscript.focus();
    const stop = preferences.subscribe(() => {
      // Set the sizes first: `prefer` makes the editor measure its lines.
      if (pane.current !== null) setTypography(pane.current, preferences.get());
      manuscript.setPreferences(preferred());
    });
    const stopWords = session.spelling.accepted.subscribe(() => manuscript.setPreferences(preferred()));
    // Banners over the window push the title over the text (`Overhead`).
    const updateCoveredTop = () => {
      const title = header.current?.getBoundingClientRect().bottom ?? 0;
      // The view scrolls by whole pixels.
      manuscript.setTopInset(Math.ceil(Math.max(0, title - parent.getBoundingClientRect().top)));
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
      <header ref={header} className={styles.header}>
        <Button
          variant="icon"
          keepsFocus
          label="Show the grove"
          hint={commands.hint('view.toggleGrove')}
          pressed={shown.grove}
          onClick={() => commands.run('view.toggleGrove')}
        >
          <LeftPaneIcon />
        </Button>
        <h1 className={styles.title} dir="auto" title={title}>
          {title}
        </h1>
        <Button
          variant="icon"
          keepsFocus
          label="Show the inspector"
          hint={commands.hint('view.toggleInspector')}
          pressed={shown.inspector}
          onClick={() => commands.run('view.toggleInspector')}
        >
          <RightPaneIcon />
        </Button>
      </header>
      <div className={styles.text}>
        <ManuscriptMenu host={host} editor={editor} readOnly={tree.isReadOnly} className={styles.editor} />
        <Placeholder readOnly={readOnly} />
        <NodePopover agents={agents} readOnly={readOnly} />
        <TokenPopover readOnly={readOnly} />
      </div>
      <FindBar readOnly={readOnly} />
      <div className={styles.quiet}>
        <GenerateBar agents={agents} readOnly={readOnly} />
      </div>
    </main>
  );
}

function isTextField(element: Element | null): boolean {
  return element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement;
}

const REFUSALS = {
  typing: TYPING_REFUSED,
  insertion: INSERTION_REFUSED,
  longNode: LONG_NODE_REFUSED,
} as const satisfies Readonly<Record<RefusedText, unknown>>;

function refusedFileNotice(name: string) {
  return {
    sentence: `${name} is not UTF-8 text. Nothing was changed.`,
    detail: 'Save it as UTF-8 in the program that made it, then drop it again.',
  };
}

/** Shown while there is no text. */
function Placeholder({ readOnly }: { readonly readOnly: boolean }) {
  const { summary } = useBufferDesk();
  const caret = useStore(summary);
  if (caret === null || caret.characters > 0) return null;
  return (
    <div className={styles.placeholder} aria-hidden="true">
      <p>{readOnly ? 'There is no text here.' : 'Write the first line.'}</p>
    </div>
  );
}
