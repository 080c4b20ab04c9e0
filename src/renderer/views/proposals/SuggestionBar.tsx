import { type KeyboardEvent, useRef } from 'react';
import type { Agent } from '../../../core/tree/agent.ts';
import { UNKNOWN_AGENT } from '../../../ui-text/page/authors.ts';
import { PUT_BACK, TRIMMED, trimmedHint } from '../../../ui-text/rewrites.ts';
import {
  acceptAll,
  CONFLICT,
  CONFLICT_TEXTS,
  NO_TEXT,
  placeText,
  rejectAll,
  SUGGESTION_BUTTONS,
  suggestionsLeft,
  toolbarName,
  UNSURE,
} from '../../../ui-text/suggestions/deciding.ts';
import { numberOf, withKey } from '../../../ui-text/window/buttons.ts';
import { useBufferDesk, useSelected, useStore } from '../../session/hooks.ts';
import type { ConflictTexts as Texts } from '../../session/proposals/proposal-session.ts';
import { type CurrentSuggestion, type Suggestion, textWith } from '../../session/proposals/proposal-state.ts';
import shared from '../../styles/shared.module.css';
import { AgentName } from '../../ui/AgentName.tsx';
import { Button } from '../../ui/Button.tsx';
import { CloseIcon, NextIcon, PreviousIcon } from '../../ui/icons.tsx';
import { useCommands } from '../commands.ts';
import { ChangedWords } from '../node/WordDiff.tsx';
import styles from './SuggestionBar.module.css';

/** The current suggestion, below the text like the bar of a rewrite: what can be done about it (`edits.md`). */
export function SuggestionBar({ agents }: { readonly agents: readonly Agent[] }) {
  const { proposals, rewrites } = useBufferDesk();
  const bar = useStore(proposals.bar);
  const isAsking = useSelected(proposals.asks.state, ({ isOpen }) => isOpen);
  const isRewriting = useSelected(rewrites.state, ({ isOpen }) => isOpen);
  const toolbar = useRef<HTMLDivElement>(null);
  if (bar === null || isAsking || isRewriting) return null;
  const current = bar.kind === 'suggestion' ? bar.current : null;
  const agent = agents.find(({ id }) => id === current?.proposal.agentId);
  const name =
    bar.kind === 'left'
      ? suggestionsLeft(bar.count)
      : toolbarName(bar.current.number, bar.current.count, agent?.name ?? UNKNOWN_AGENT);
  const onKeyDown = (event: KeyboardEvent) => {
    const { key, ctrlKey, metaKey, altKey, shiftKey } = event;
    if (ctrlKey || metaKey || altKey || shiftKey) return;
    if (key === 'e' && current !== null) proposals.edit();
    else if (!moveFocus(toolbar.current, key)) return;
    event.preventDefault();
  };
  return (
    <div ref={toolbar} className={styles.bar} role="toolbar" aria-label={name} data-bar onKeyDown={onKeyDown}>
      <div className={styles.inner}>
        <div className={styles.head}>
          <Steps />
          <p className={styles.number}>
            {current === null ? (
              name
            ) : (
              <>
                {numberOf(current.number, current.count)}{' '}
                <AgentName name={agent?.name ?? UNKNOWN_AGENT} colour={agent?.color ?? null} />
              </>
            )}
          </p>
          {current !== null && current.countAtPlace > 1 && (
            <p className={styles.place}>{placeText(current.now.atPlace, current.countAtPlace)}</p>
          )}
          <div className={styles.buttons}>
            {current !== null && <Decisions current={current} />}
            <Close />
          </div>
        </div>
        {bar.kind === 'suggestion' && <About current={bar.current} isTrimmed={bar.isTrimmed} />}
        {bar.kind === 'suggestion' && bar.texts !== null && (
          <ConflictTexts texts={bar.texts} suggestion={bar.current.suggestion} />
        )}
      </div>
    </div>
  );
}

function Steps() {
  const { hint, run } = useCommands();
  return (
    <>
      <Button
        variant="icon"
        keepsFocus
        label={SUGGESTION_BUTTONS.previous}
        hint={hint('suggestion.previous')}
        onClick={() => run('suggestion.previous')}
      >
        <PreviousIcon />
      </Button>
      <Button
        variant="icon"
        keepsFocus
        label={SUGGESTION_BUTTONS.next}
        hint={hint('suggestion.next')}
        onClick={() => run('suggestion.next')}
      >
        <NextIcon />
      </Button>
    </>
  );
}

/** The same buttons for the next suggestion, so that the keyboard stays where it is. */
function Decisions({ current }: { readonly current: CurrentSuggestion }) {
  const { proposals } = useBufferDesk();
  const { hint } = useCommands();
  const isConflict = current.now.state === 'conflict';
  const { proposalId, instruction } = current.proposal;
  return (
    <>
      <Button
        variant="primary"
        keepsFocus
        hint={hint('suggestion.accept')}
        onClick={() => proposals.accept({ goesOn: true })}
      >
        {isConflict ? SUGGESTION_BUTTONS.useSuggestion : SUGGESTION_BUTTONS.accept}
      </Button>
      <Button keepsFocus hint={hint('suggestion.reject')} onClick={() => proposals.reject({ goesOn: true })}>
        {isConflict ? SUGGESTION_BUTTONS.keepMine : SUGGESTION_BUTTONS.reject}
      </Button>
      {!isConflict && (
        <Button keepsFocus hint={withKey(SUGGESTION_BUTTONS.edit, 'E')} onClick={() => proposals.edit()}>
          {SUGGESTION_BUTTONS.edit}
        </Button>
      )}
      {isConflict && instruction !== null && (
        <Button keepsFocus onClick={() => void proposals.asks.askAgain(proposalId)}>
          {SUGGESTION_BUTTONS.askAgain}
        </Button>
      )}
    </>
  );
}

function Close() {
  const { proposals } = useBufferDesk();
  const { hint } = useCommands();
  return (
    <Button
      variant="icon"
      label={SUGGESTION_BUTTONS.close}
      hint={hint('suggestion.close')}
      onClick={() => proposals.close()}
    >
      <CloseIcon />
    </Button>
  );
}

/** Why the agent proposes it, what makes it doubtful, and what can be done about all of them. */
function About({
  current: { proposal, suggestion, acceptable, count },
  isTrimmed,
}: {
  readonly current: CurrentSuggestion;
  readonly isTrimmed: boolean;
}) {
  const { proposals } = useBufferDesk();
  const { key } = useCommands();
  const { rationale, instruction, trimmed } = proposal;
  const words = rationale ?? instruction;
  if (words === null && !suggestion.unsure && count < 2 && !isTrimmed) return null;
  return (
    <div className={styles.about}>
      <p className={styles.why}>
        {words !== null && (
          <span className={styles.words} dir="auto">
            {words}
          </span>
        )}{' '}
        {suggestion.unsure && <span className={styles.unsure}>{UNSURE}</span>}
      </p>
      {(count > 1 || isTrimmed) && (
        <div className={styles.all}>
          {isTrimmed && trimmed !== null && (
            <Button
              variant="quiet"
              keepsFocus
              label={PUT_BACK}
              hint={trimmedHint(trimmed, key('answer.putBack'))}
              onClick={() => proposals.putBack()}
            >
              {TRIMMED}
            </Button>
          )}
          {acceptable > 1 && (
            <Button variant="quiet" keepsFocus onClick={() => proposals.acceptAll()}>
              {acceptAll(acceptable)}
            </Button>
          )}
          {count > 1 && (
            <Button variant="quiet" keepsFocus onClick={() => proposals.rejectAll()}>
              {rejectAll(count)}
            </Button>
          )}
        </div>
      )}
    </div>
  );
}

/** Left, right, Home and End move the keyboard between the buttons. @returns whether it moved */
function moveFocus(toolbar: HTMLElement | null, key: string): boolean {
  const buttons = [...(toolbar?.querySelectorAll<HTMLElement>('button') ?? [])];
  const { activeElement } = document;
  const index = activeElement instanceof HTMLElement ? buttons.indexOf(activeElement) : -1;
  if (index < 0) return false;
  const to = { ArrowRight: index + 1, ArrowLeft: index - 1, Home: 0, End: -1 }[key];
  if (to === undefined) return false;
  buttons.at(to % buttons.length)?.focus();
  return true;
}

interface ConflictTextsProps {
  readonly texts: Texts;
  readonly suggestion: Suggestion;
}

/** The sentences of a suggestion as its agent saw them, as they stand now, and as the agent would have them. */
function ConflictTexts({ texts: { was, yours }, suggestion }: ConflictTextsProps) {
  const suggested = textWith(suggestion, suggestion.inserted);
  return (
    <>
      <p className={shared.remark}>{CONFLICT}</p>
      <dl className={styles.texts}>
        <dt>{CONFLICT_TEXTS.was}</dt>
        <dd dir="auto">{orNothing(was)}</dd>
        <dt>{CONFLICT_TEXTS.yours}</dt>
        <dd dir="auto">
          {yours.trim() === '' ? orNothing(yours) : <ChangedWords oldText={was} newText={yours} />}
        </dd>
        <dt>{CONFLICT_TEXTS.suggested}</dt>
        <dd dir="auto">
          {suggested.trim() === '' ? (
            orNothing(suggested)
          ) : (
            <ChangedWords oldText={was} newText={suggested} />
          )}
        </dd>
      </dl>
    </>
  );
}

function orNothing(text: string) {
  return text.trim() === '' ? <em>{NO_TEXT}</em> : text;
}
