import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import type { Agent } from '../../../core/tree/agent.ts';
import {
  CARD_DETAILS,
  CARD_HAS_GROWN,
  cardTitle,
  DENIAL_HINT,
  DENIAL_LABEL,
  endText,
  PERMISSION,
  phaseText,
  showPlace,
  TURN_BUTTONS,
  waitingFor,
} from '../../../ui-text/agents/turns.ts';
import { UNKNOWN_AGENT } from '../../../ui-text/page/authors.ts';
import { useAppSession, useDialogueDesk, useStore } from '../../session/hooks.ts';
import type { AskingTurn, CardLine, CardPlace } from '../../session/turns/permission-cards.ts';
import {
  hasChanged,
  isRunningTurn,
  type ShownRound,
  type ShownTurn,
} from '../../session/window/turns-session.ts';
import { Button } from '../../ui/Button.tsx';
import { Checkbox } from '../../ui/fields/Checkbox.tsx';
import { useCommands } from '../commands.ts';
import { SuggestionWords } from '../proposals/SuggestionWords.tsx';
import { ElsewhereAgent } from './ElsewhereAgent.tsx';
import styles from './TurnLines.module.css';

export interface TurnLinesProps {
  readonly agents: readonly Agent[];
  readonly readOnly: boolean;
}

/** Below the messages: what agents are doing in the conversation, what they ask, and why the last turn ended early. */
export function TurnLines({ agents, readOnly }: TurnLinesProps) {
  const { turns } = useAppSession();
  const { tree } = useDialogueDesk();
  const own = useStore(turns.turns).filter(({ treeId }) => treeId === tree.treeId);
  const asking = turns.findAsking(tree.treeId);
  const rounds = useStore(turns.rounds).filter(({ treeId }) => treeId === tree.treeId);
  const isLate = useLate(own.some(isRunningTurn) || rounds.length > 0);
  const nameOf = ({ agentId }: Pick<ShownTurn, 'agentId'>) =>
    agents.find(({ id }) => id === agentId)?.name ?? UNKNOWN_AGENT;
  /** The agents that have to end first; an agent that has another turn waits for its own. */
  const before = ({ agentId, waitsFor }: ShownTurn) => {
    const first = own.filter((one) => isRunningTurn(one) && waitsFor.includes(one.turnId));
    return [...new Set(first.filter((one) => one.agentId !== agentId).map(nameOf))];
  };
  const waiting = isLate ? rounds.flatMap(waitingInRound) : [];
  const shown = own.filter((turn) => !isRunningTurn(turn) || isLate);
  const used = agents.filter(({ id }) => own.some(({ agentId }) => agentId === id));
  if (shown.length + waiting.length === 0 && asking === null) return null;
  return (
    <div className={styles.lines}>
      <div className={styles.inner}>
        <div className={styles.turns}>
          {shown.map((turn) =>
            isRunningTurn(turn) ? (
              <RunningTurn key={turn.turnId} turn={turn} name={nameOf(turn)} before={before(turn)} />
            ) : (
              <EndedTurn key={turn.turnId} turn={turn} name={nameOf(turn)} readOnly={readOnly} />
            ),
          )}
          {waiting.map(({ key, agentId, before: first }) => (
            <div key={key} className={styles.line}>
              <p>
                {nameOf({ agentId })}: {waitingFor([nameOf({ agentId: first })])}
              </p>
            </div>
          ))}
        </div>
        {used.map((agent) => (
          <ElsewhereAgent key={agent.id} agent={agent} />
        ))}
        {asking !== null && (
          <PermissionCard key={`${asking.turnId} ${asking.card.card}`} turn={asking} name={nameOf(asking)} />
        )}
      </div>
    </div>
  );
}

interface TurnLineProps {
  readonly turn: ShownTurn;
  /** The agent's. */
  readonly name: string;
}

/** Agents that have not replied in a round, each with the one before. */
function waitingInRound({ round, replying, waiting }: ShownRound) {
  return waiting.flatMap((agentId, index) => {
    const before = index === 0 ? replying : waiting[index - 1];
    return before == null ? [] : [{ key: `${round} ${agentId}`, agentId, before }];
  });
}

function RunningTurn({ turn, name, before }: TurnLineProps & { readonly before: readonly string[] }) {
  const { turns } = useAppSession();
  const { hint } = useCommands();
  return (
    <div className={styles.line}>
      <p>
        {name}: {phaseText(turn, before)}
      </p>
      <Button
        variant="quiet"
        keepsFocus
        hint={hint('generation.stop')}
        onClick={() => void turns.stop(turn.turnId)}
      >
        {TURN_BUTTONS.stop}
      </Button>
    </div>
  );
}

function EndedTurn({ turn, name, readOnly }: TurnLineProps & { readonly readOnly: boolean }) {
  const { turns } = useAppSession();
  const { hint } = useCommands();
  const { treeId, turnId, state } = turn;
  const trace = useStore(turns.trace.of(treeId));
  // The trace shows whether there is anything to undo.
  useEffect(() => void turns.trace.read(treeId), [turns, treeId]);
  const traced = trace?.find((known) => known.turnId === turnId);
  return (
    <div className={styles.line} data-failed={state === 'failed' || undefined}>
      <p>
        {name}: {endText(turn)}
      </p>
      {state === 'capped' && !readOnly && (
        <Button variant="quiet" hint={hint('turn.goOn')} onClick={() => void turns.goOn(turn)}>
          {TURN_BUTTONS.goOn}
        </Button>
      )}
      {traced !== undefined && hasChanged(traced) && !readOnly && (
        <Button variant="quiet" hint={hint('turn.undo')} onClick={() => void turns.undo(treeId, turnId)}>
          {TURN_BUTTONS.undo}
        </Button>
      )}
      <Button variant="quiet" onClick={() => turns.dismiss(turnId)}>
        {TURN_BUTTONS.dismiss}
      </Button>
    </div>
  );
}

interface PermissionCardProps {
  readonly turn: AskingTurn;
  /** The agent's. */
  readonly name: string;
}

/** An agent's request for permission: its lines, the effect of each, and the answers (`agents.md`, *A turn*). */
function PermissionCard({ turn, name }: PermissionCardProps) {
  const { turns } = useAppSession();
  const { cards } = turns;
  const { conversation } = useDialogueDesk();
  const { hint } = useCommands();
  useStore(cards.choice);
  const { unticked, words } = cards.choiceOf(turn);
  const { lines, hasGrown } = turn.card;
  const ticked = lines.filter(({ ordinal }) => !unticked.has(ordinal));
  const [hovered, setHovered] = useState<CardPlace | null>(null);
  const [focused, setFocused] = useState<CardPlace | null>(null);
  const place = hovered ?? focused;
  useEffect(() => (place === null ? undefined : turns.pointOut(place)), [turns, place]);

  /** Escape answers nothing: it leaves the field for words, then the card. */
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape') return;
    event.preventDefault();
    event.stopPropagation();
    if (words === null) conversation.focusComposer();
    else cards.write(turn, null);
  };

  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for the fields of a form
    <div
      className={styles.card}
      role="group"
      aria-label={PERMISSION}
      tabIndex={-1}
      data-turn={turn.turnId}
      onKeyDown={onKeyDown}
    >
      <div className={styles.asked}>
        {hasGrown && <p className={styles.grown}>{CARD_HAS_GROWN}</p>}
        <fieldset className={styles.permissionCardLines}>
          <legend className={styles.title}>{cardTitle(name, lines)}</legend>
          {lines.map((line) => (
            <AskedLine
              key={line.ordinal}
              line={line}
              checked={!unticked.has(line.ordinal)}
              onToggle={() => cards.toggleLine(turn, line.ordinal)}
              onHover={(isHovered) => setHovered(isHovered ? line.place : null)}
              onFocus={(isFocused) => setFocused(isFocused ? line.place : null)}
            />
          ))}
        </fieldset>
        <details className={styles.details}>
          <summary>{CARD_DETAILS}</summary>
          {lines.map(({ ordinal, line }) => (
            <code key={ordinal} className={styles.written}>
              {line}
            </code>
          ))}
        </details>
      </div>
      <div className={styles.buttons}>
        <Button
          hint={hint('turn.allowOnce')}
          disabled={ticked.length === 0}
          onClick={() => void cards.allow(turn, false)}
        >
          {TURN_BUTTONS.allowOnce}
        </Button>
        <Button
          hint={hint('turn.allowTurn')}
          disabled={ticked.length === 0}
          onClick={() => void cards.allow(turn, true)}
        >
          {TURN_BUTTONS.allowTurn}
        </Button>
        <Button
          hint={hint('turn.deny')}
          onClick={() => {
            if (words === null) cards.write(turn, '');
            else void cards.deny(turn);
          }}
        >
          {TURN_BUTTONS.deny}
        </Button>
      </div>
      {words !== null && <DenialField turn={turn} words={words} />}
    </div>
  );
}

interface AskedLineProps {
  readonly line: CardLine;
  readonly checked: boolean;
  onToggle(): void;
  onHover(isHovered: boolean): void;
  /** Called when the keyboard moves the focus to it or away. */
  onFocus(isFocused: boolean): void;
}

/** The effect of a command, the words that it would change, and the way to their place. */
function AskedLine({ line, checked, onToggle, onHover, onFocus }: AskedLineProps) {
  const { effect, changes, place } = line;
  const { turns } = useAppSession();
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: what it shows, its button goes to
    <div
      onPointerEnter={() => onHover(true)}
      onPointerLeave={() => onHover(false)}
      onFocus={({ target }) => onFocus(target.matches(':focus-visible'))}
      onBlur={() => onFocus(false)}
    >
      <Checkbox text={effect} checked={checked} onChange={onToggle} />
      {changes.map((change, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the changes of a card stay as they are
        <p key={index} className={styles.change}>
          <SuggestionWords suggestion={change} />
        </p>
      ))}
      {place !== null && (
        <p className={styles.place}>
          <Button variant="quiet" onClick={() => void turns.goToWords(place)}>
            {showPlace(place.words)}
          </Button>
        </p>
      )}
    </div>
  );
}

/** Words that go to the agent with *Deny*. */
function DenialField({ turn, words }: { readonly turn: AskingTurn; readonly words: string }) {
  const { cards } = useAppSession().turns;
  const id = useId();
  const field = useRef<HTMLInputElement>(null);
  // The writer has just pressed Deny.
  useEffect(() => field.current?.focus(), []);
  return (
    <div className={styles.denial}>
      <label htmlFor={id}>{DENIAL_LABEL}</label>
      <input
        ref={field}
        id={id}
        className={styles.field}
        type="text"
        autoComplete="off"
        placeholder={DENIAL_HINT}
        value={words}
        onChange={(event) => cards.write(turn, event.target.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
          event.preventDefault();
          void cards.deny(turn);
        }}
      />
    </div>
  );
}

/** Work that ends sooner is not shown, in milliseconds. */
const SHOW_AFTER = 300;

/** Returns true once something has lasted for a moment, so that shorter work does not flicker. */
export function useLate(isOn: boolean): boolean {
  const [isLate, setLate] = useState(false);
  useEffect(() => {
    if (!isOn) return;
    const timer = setTimeout(() => setLate(true), SHOW_AFTER);
    return () => {
      clearTimeout(timer);
      setLate(false);
    };
  }, [isOn]);
  return isOn && isLate;
}
