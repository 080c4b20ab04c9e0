import { useCallback, useEffect, useRef } from 'react';
import type { Agent } from '../../../core/tree/agent.ts';
import { DOCUMENT } from '../../../ui-text/documents.ts';
import { NEXT_ALTERNATIVE, PREVIOUS_ALTERNATIVE } from '../../../ui-text/page/branches.ts';
import { GENERATE, NO_TEXT_HERE, WRITE_FIRST_LINE } from '../../../ui-text/page/generate.ts';
import {
  CHOOSING_BRANCHES,
  likelihoodText,
  NO_ALTERNATIVES_RECORDED,
  NO_PROBABILITIES,
  NONE_RECORDED,
  TOKEN_ALTERNATIVES,
  whiteSpaceName,
} from '../../../ui-text/page/tokens.ts';
import { numberOf, STOP } from '../../../ui-text/window/buttons.ts';
import { createManuscript, type Manuscript, type SuggestionList } from '../../editor/index.ts';
import { useAppSession, useBufferDesk, useSelected, useStore, useTreeDesk } from '../../session/hooks.ts';
import { choicesAt, type ShownToken } from '../../session/manuscript/token-session.ts';
import { placeInList } from '../../session/path/path-segments.ts';
import { isAwaited } from '../../session/proposals/edit-asks.ts';
import { isRunning } from '../../session/tree/generation-session.ts';
import shared from '../../styles/shared.module.css';
import type { ManuscriptSummary } from '../../surface.ts';
import { Button } from '../../ui/Button.tsx';
import { NextIcon, PreviousIcon } from '../../ui/icons.tsx';
import { isDialogOpen } from '../../ui/layers/Dialog.tsx';
import { AnchoredPopover } from '../../ui/layers/Popover.tsx';
import { useCommands } from '../commands.ts';
import { GenerationPopover } from '../GenerationPopover.tsx';
import { type LinkKeys, LinkList } from '../links/LinkList.tsx';
import { useLinkQuery } from '../links/use-link-query.ts';
import { PaneHeader } from '../PaneHeader.tsx';
import { AskBar } from '../proposals/AskBar.tsx';
import { SuggestionBar } from '../proposals/SuggestionBar.tsx';
import { REFUSALS, refusedFileNotice } from '../refused-text.ts';
import { Scenes } from '../scenes/ScenesPage.tsx';
import { ComparisonPanel } from '../timeline/ComparisonPanel.tsx';
import { PastText } from '../timeline/PastText.tsx';
import { TimelineStrip } from '../timeline/TimelineStrip.tsx';
import { FindBar } from './FindBar.tsx';
import { ManuscriptMenu } from './ManuscriptMenu.tsx';
import styles from './ManuscriptPane.module.css';
import { NodePopover } from './NodePopover.tsx';
import { noticeCorner } from './notice-corner.ts';
import { RewriteBar } from './RewriteBar.tsx';
import { setTypography } from './typography.ts';
import { useCloseOnPointerAway } from './use-close-on-pointer-away.ts';

export interface ManuscriptPaneProps {
  readonly title: string;
  readonly agents: readonly Agent[];
  readonly writerId: Agent['id'];
  readonly readOnly: boolean;
  readonly isDocument: boolean;
  /** It is a document beside another text, and has its title above it. */
  readonly beside?: true;
  /** The text takes the keyboard when it appears. */
  readonly takesFocus: boolean;
  /** For the style sheets that CodeMirror creates. */
  readonly nonce: string;
}

/** The text, with its title above and the generate bar below. */
export function ManuscriptPane(props: ManuscriptPaneProps) {
  const { title, agents, writerId, readOnly, isDocument, beside, takesFocus, nonce } = props;
  const desk = useBufferDesk();
  const { tree } = desk;
  const session = useAppSession();
  const { preferences } = session;
  const { focusMode } = useStore(preferences);
  const isTimelineOpen = useSelected(desk.timeline.state, ({ isOpen }) => isOpen);
  const isPast = useSelected(desk.timeline.state, ({ past }) => past !== null);
  const hasScenes = useStore(desk.scenes.isOpen);
  const isCovered = useStore(desk.timeline.comparison.isOpen) || isPast || hasScenes;
  const pane = useRef<HTMLElement>(null);
  const host = useRef<HTMLDivElement>(null);
  // Of when the pane appears.
  const focuses = useRef(takesFocus);
  const editor = useRef<Manuscript>(null);
  const { query, onQuery, close: closeList } = useLinkQuery();
  const linkKeys = useRef<LinkKeys>(null);

  useEffect(() => {
    const parent = host.current;
    if (parent === null || pane.current === null) return;
    setTypography(pane.current, preferences.get());
    const preferred = () => ({
      ...preferences.get(),
      spellingLanguage: session.spelling.languageOf(tree.treeId),
      ownWords: session.spelling.accepted.get(),
    });
    let counted = session.sessionWords.get();
    const count = ({ sessionWords }: ManuscriptSummary) => {
      session.sessionWords.set(session.sessionWords.get() + sessionWords - counted);
      counted = sessionWords;
    };
    const manuscript = createManuscript({
      parent,
      content: desk.content(),
      writerId,
      preferences: preferred(),
      checkWords: (words) => session.spelling.checkWords(tree.treeId, words),
      sessionWords: counted,
      isDocument,
      ...(beside && { label: DOCUMENT }),
      nonce,
      readOnly: tree.isReadOnly,
      mayCommit: () => !tree.isChecking,
      coveredCorner: noticeCorner,
      onEvent: (event) => desk.onDraftEvent(event),
      onSummary: (summary) => {
        count(summary);
        desk.onSummary(summary);
      },
      onSections: (sections) => tree.sections.onRead(sections),
      onFind: (report) => desk.find.onReport(report),
      onCursor: () => desk.onCursorMoved(),
      onBlur: () => void desk.onBlur(),
      onFileRefused: (name) => session.notices.show(refusedFileNotice(name)),
      onTextRefused: (refused) => session.notices.showOnce(REFUSALS[refused]),
      onRequest: (ask) => desk.onRequest(ask),
      links: {
        read: (links) => session.links.read(tree.treeId, links),
        embed: (link) => session.links.embed(tree.treeId, link),
        follow: (link) => void session.links.follow(tree.treeId, link),
      },
      onLinkQuery: onQuery,
      onLinkKey: (event) => linkKeys.current?.(event) === true,
      onSuggestions: (...report) => desk.proposals.shown.onReport(...report),
      readTokens: (nodeId, positionId) => desk.tokens.read(nodeId, positionId),
      findLoreKeys: isDocument ? undefined : (texts) => tree.lore.findKeys(texts),
      onNotes: (positionId, anchorId) => {
        session.showTab('node');
        tree.nodeCommands.showNotes(positionId, anchorId);
      },
    });
    editor.current = manuscript;
    desk.attach(manuscript);
    // A text that is read again must not take the keyboard from a field above it, such as the palette's, or from a dialog.
    if (focuses.current && !isTextField(document.activeElement) && !isDialogOpen()) manuscript.focus();
    const stop = preferences.subscribe(() => {
      // Set the sizes first: `prefer` makes the editor measure its lines.
      if (pane.current !== null) setTypography(pane.current, preferences.get());
      manuscript.setPreferences(preferred());
    });
    const stopTrees = session.scene.subscribe(() => manuscript.refreshLinks());
    const stopWords = session.spelling.accepted.subscribe(() => manuscript.setPreferences(preferred()));
    return () => {
      stop();
      stopWords();
      stopTrees();
      editor.current = null;
      count(manuscript.summary());
      manuscript.destroy();
    };
  }, [desk, tree, session, preferences, isDocument, beside, writerId, nonce, onQuery]);

  useEffect(() => editor.current?.setAuthors(agents), [agents]);
  const onOption = useCallback((list: SuggestionList | null) => editor.current?.setSuggestions(list), []);

  const Pane = beside ? 'section' : 'main';
  return (
    <Pane
      ref={pane}
      className={`${shared.page} ${styles.pane}`}
      aria-label={beside && title}
      data-focus={focusMode ? 'on' : 'off'}
      data-beside-text={beside}
      data-past={isPast || undefined}
      onFocus={() => session.activate(desk)}
    >
      {!beside && <PaneHeader title={title} />}
      <div className={styles.text} data-notice-place={beside ? undefined : ''}>
        <ManuscriptMenu
          host={host}
          editor={editor}
          readOnly={tree.isReadOnly}
          inert={isCovered}
          className={styles.editor}
        />
        {!isCovered && <Placeholder readOnly={readOnly} />}
        {query !== null && (
          <LinkList
            treeId={tree.treeId}
            query={query}
            isStory={!isDocument}
            keys={linkKeys}
            onOption={onOption}
            onTake={(text) => editor.current?.completeLink(text)}
            onClose={closeList}
          />
        )}
        <NodePopover agents={agents} readOnly={readOnly} />
        <TokenPopover readOnly={readOnly} />
        <PastText agents={agents} writerId={writerId} nonce={nonce} />
        <ComparisonPanel />
        <Scenes readOnly={readOnly} />
      </div>
      <div className={styles.bars} inert={isCovered}>
        <RewriteBar agents={agents} />
        <SuggestionBar agents={agents} />
        <AskBar agents={agents} />
        <FindBar readOnly={readOnly} />
      </div>
      <TimelineStrip agents={agents} readOnly={readOnly} />
      <div className={styles.quiet} hidden={isTimelineOpen || hasScenes}>
        <GenerateBar agents={agents} readOnly={readOnly} />
      </div>
    </Pane>
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

interface GenerateBarProps {
  readonly agents: readonly Agent[];
  readonly readOnly: boolean;
}

/**
 * The caret's node among its siblings, and the button to generate. While another bar asks or decides, this one goes, so
 * that one button is filled; it is back without that button while something runs that no other bar can stop.
 */
function GenerateBar({ agents, readOnly }: GenerateBarProps) {
  const tree = useTreeDesk();
  const commands = useCommands();
  const { rewrites, proposals } = useBufferDesk();
  const { asks } = proposals;
  const jobs = useStore(tree.generation.jobs);
  // An open bar has its own button.
  const runsOn = useSelected(rewrites.state, (state) => state.runsOn && !state.isOpen);
  const isAskBarOpen = useSelected(asks.state, ({ isOpen }) => isOpen);
  const isAwaiting = useSelected(asks.all, (all) => all.some(isAwaited));
  const runs = runsOn || (isAwaiting && !isAskBarOpen);
  const running = runs || jobs.some((job) => job.slots.some((slot) => isRunning(slot.state)));
  const isRewriting = useSelected(rewrites.state, ({ isOpen }) => isOpen);
  const isSuggesting = useSelected(proposals.bar, (bar) => bar !== null);
  const yields = isRewriting || isAskBarOpen || isSuggesting;
  const { agentIds } = useStore(tree.choice.store);
  if (yields && !running) return null;
  return (
    <div className={styles.bar} data-bar>
      <div className={styles.inner}>
        <SiblingSwitch />
        <div className={styles.generate} data-one-row="">
          {!yields && <GenerationPopover agents={agents} />}
          {running && (
            <Button
              keepsFocus
              hint={commands.hint('generation.stop')}
              onClick={() => commands.run('generation.stop')}
            >
              {STOP}
            </Button>
          )}
          {!yields && (
            <Button
              variant="primary"
              keepsFocus
              hint={commands.hint('generation.start')}
              disabled={readOnly || agentIds.length === 0}
              onClick={() => commands.run('generation.start')}
            >
              {GENERATE}
            </Button>
          )}
        </div>
      </div>
    </div>
  );
}

/** `‹ 2 of 3 ›`, if the list that the caret is at has others. */
function SiblingSwitch() {
  const tree = useTreeDesk();
  const commands = useCommands();
  const current = useSelected(tree.place, (place) => place?.currentPositionId ?? null);
  const fork = useSelected(tree.place, (place) => place?.forkId ?? null);
  useStore(tree.path.mirror);
  const header = current === null ? undefined : tree.path.findHeader(current);
  const { index, count } = header === undefined ? { index: 0, count: 0 } : placeInList(header, fork);
  if (count < 2 || index === 0) return <div />;
  return (
    <div className={styles.siblings}>
      <Button
        variant="icon"
        keepsFocus
        label={PREVIOUS_ALTERNATIVE}
        hint={commands.hint('path.previousSibling')}
        onClick={() => commands.run('path.previousSibling')}
      >
        <PreviousIcon />
      </Button>
      <span className={styles.place}>{numberOf(index, count)}</span>
      <Button
        variant="icon"
        keepsFocus
        label={NEXT_ALTERNATIVE}
        hint={commands.hint('path.nextSibling')}
        onClick={() => commands.run('path.nextSibling')}
      >
        <NextIcon />
      </Button>
    </div>
  );
}

/** The probability of a token in a model's text, and its alternatives; choosing one starts a branch. */
function TokenPopover({ readOnly }: { readonly readOnly: boolean }) {
  const { tree, tokens, commands } = useBufferDesk();
  const shown = useStore(tokens.shown);
  const content = useRef<HTMLDivElement>(null);
  const close = useCallback(
    (byKey: boolean) => {
      tokens.hide();
      if (byKey) tree.focus();
    },
    [tree, tokens],
  );
  useCloseOnPointerAway(shown?.by === 'hover' ? shown.rect : null, content, close);
  if (shown === null) return null;

  return (
    <AnchoredPopover
      rect={shown.rect}
      title={shown.token === null ? NO_PROBABILITIES : TOKEN_ALTERNATIVES}
      takesFocus={shown.by === 'key'}
      onClose={close}
    >
      <div ref={content} className={styles.content}>
        {shown.token === null ? (
          <p className={styles.none}>{NONE_RECORDED}</p>
        ) : (
          <TokenChoices
            shown={shown}
            token={shown.token}
            readOnly={readOnly}
            onChoose={(text) => {
              close(true);
              void commands.chooseToken(shown, text);
            }}
          />
        )}
      </div>
    </AnchoredPopover>
  );
}

interface TokenChoicesProps {
  readonly shown: ShownToken;
  readonly token: NonNullable<ShownToken['token']>;
  readonly readOnly: boolean;
  onChoose(text: string): void;
}

function TokenChoices({ shown, token, readOnly, onChoose }: TokenChoicesProps) {
  const choices = choicesAt(token, shown.text);
  const labels = choices.map(({ text }) => formatToken(text));
  const isAmbiguous = (label: string) => labels.filter((other) => other === label).length > 1;
  return (
    <>
      <ul className={styles.choices} aria-label={TOKEN_ALTERNATIVES}>
        {choices.map(({ text, logprob, isOwn }, index) => {
          const label = labels[index] ?? '';
          return (
            <li key={text}>
              <button
                type="button"
                className={styles.choice}
                aria-current={isOwn}
                disabled={readOnly || isOwn}
                onClick={() => onChoose(text)}
                ref={(button) => button?.style.setProperty('--share', `${barLength(logprob)}`)}
              >
                <span className={styles.token}>
                  {/* Two tokens with the same label differ in leading space. */}
                  {isAmbiguous(label) && !/^\s/.test(text) ? `…${label}` : label}
                </span>{' '}
                <span className={styles.likelihood}>{formatLikelihood(logprob)}</span>
              </button>
            </li>
          );
        })}
      </ul>
      {!readOnly && choices.length > 1 && <p className={styles.hint}>{CHOOSING_BRANCHES}</p>}
      {choices.length === 1 && <p className={styles.none}>{NO_ALTERNATIVES_RECORDED}</p>}
    </>
  );
}

/** A bar as long as the probability; none for less than one percent, which would be a speck. */
function barLength(logprob: number): number {
  const share = Math.exp(logprob);
  return share < 0.01 ? 0 : share;
}

/** A token without the white space around it; a token of white space alone is named. */
function formatToken(text: string): string {
  if (text.trim() !== '') return text.trim();
  return whiteSpaceName(text.split('\n').length - 1);
}

/** `23 %`, or `under 1 %`. */
function formatLikelihood(logprob: number): string {
  return likelihoodText(100 * Math.exp(logprob));
}
