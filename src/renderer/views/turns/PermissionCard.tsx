import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import {
  CARD_DETAILS,
  CARD_HAS_GROWN,
  cardTitle,
  DENIAL_HINT,
  DENIAL_LABEL,
  PERMISSION,
  showPlace,
  TURN_BUTTONS,
} from '../../../ui-text/agents/turns.ts';
import { useAppSession, useDialogueDesk, useStore } from '../../session/hooks.ts';
import type { AskingTurn, CardLine, CardPlace } from '../../session/turns/permission-cards.ts';
import { Button } from '../../ui/Button.tsx';
import { Checkbox } from '../../ui/fields/Checkbox.tsx';
import { useCommands } from '../commands.ts';
import { SuggestionWords } from '../proposals/SuggestionWords.tsx';
import styles from './PermissionCard.module.css';

export interface PermissionCardProps {
  readonly turn: AskingTurn;
  /** The agent's. */
  readonly name: string;
}

/** An agent's request for permission: its lines, the effect of each, and the answers (`agents.md`, *A turn*). */
export function PermissionCard({ turn, name }: PermissionCardProps) {
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
        <fieldset className={styles.lines}>
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
      className={styles.line}
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
