import { useEffect, useRef } from 'react';
import type { Agent } from '../../../core/tree/agent.ts';
import { createManuscript, type Manuscript } from '../../editor/index.ts';
import { useAppSession, useOpenTree, useStore } from '../../session/hooks.ts';
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
  /** For the style sheets that CodeMirror makes. */
  readonly nonce: string;
}

/** The text, its title above it and the way to go on below it. */
export function ManuscriptPane({ title, agents, writerId, readOnly, nonce }: ManuscriptPaneProps) {
  const tree = useOpenTree();
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
      content: tree.content(),
      writerId,
      preferences: preferred(),
      checkWords: (words) => session.spelling.checkWords(words),
      sessionWords: session.sessionWords,
      nonce,
      readOnly: tree.isReadOnly,
      onEvent: (event) => tree.take(event),
      onSummary: (summary) => tree.takeSummary(summary),
      onFind: (report) => tree.find.take(report),
      onPlace: () => tree.takePlace(),
      onBlur: () => void tree.takeBlur(),
      onFileRefused: (name) => session.notices.show(refusedFile(name)),
      onAsk: (ask) => tree.takeAsk(ask),
      readTokens: (nodeId, positionId) => tree.tokens.read(nodeId, positionId),
      onNotes: (positionId) => {
        session.showTab('node');
        tree.looking.showNotes(positionId);
      },
    });
    editor.current = manuscript;
    tree.attach(manuscript);
    manuscript.focus();
    const stop = preferences.subscribe(() => {
      // The sizes first: the editor measures its lines when it is told.
      if (pane.current !== null) setTypography(pane.current, preferences.get());
      manuscript.prefer(preferred());
    });
    const stopWords = session.spelling.accepted.subscribe(() => manuscript.prefer(preferred()));
    // What floats over the window pushes the title over the text (`Overhead`).
    const cover = () => {
      const title = header.current?.getBoundingClientRect().bottom ?? 0;
      // A view is scrolled by whole pixels.
      manuscript.coverTop(Math.ceil(Math.max(0, title - parent.getBoundingClientRect().top)));
    };
    cover();
    const stopCovering = session.notices.overhead.subscribe(cover);
    const sizes = new ResizeObserver(cover);
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
  }, [tree, session, preferences, writerId, nonce]);

  useEffect(() => editor.current?.showAuthors(agents), [agents]);

  return (
    <main ref={pane} className={styles.pane} data-focus={focusMode ? 'on' : 'off'}>
      <header ref={header} className={styles.header}>
        <Button
          look="icon"
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
          look="icon"
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

function refusedFile(name: string) {
  return {
    sentence: `${name} is not text in UTF-8. Nothing was changed.`,
    detail: 'Save it as UTF-8 in the program it comes from, then drop it again.',
  };
}

/** A quiet line where there is no text yet. */
function Placeholder({ readOnly }: { readonly readOnly: boolean }) {
  const { summary } = useOpenTree();
  const caret = useStore(summary);
  if (caret === null || caret.characters > 0) return null;
  return (
    <div className={styles.placeholder} aria-hidden="true">
      <p>{readOnly ? 'There is no text here.' : 'Write the first line.'}</p>
    </div>
  );
}
