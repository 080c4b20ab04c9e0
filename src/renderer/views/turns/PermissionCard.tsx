import { type KeyboardEvent, useEffect, useId, useRef } from 'react';
import {
  CARD_HAS_GROWN,
  cardTitle,
  DENIAL_HINT,
  DENIAL_LABEL,
  PERMISSION,
  TURN_BUTTONS,
} from '../../../ui-text/agents/turns.ts';
import { useAppSession, useDialogueDesk, useStore } from '../../session/hooks.ts';
import type { AskingTurn } from '../../session/turns/permission-cards.ts';
import { Button } from '../../ui/Button.tsx';
import { Checkboxes } from '../../ui/fields/Checkboxes.tsx';
import { useCommands } from '../commands.ts';
import styles from './PermissionCard.module.css';

export interface PermissionCardProps {
  readonly turn: AskingTurn;
  /** The agent's. */
  readonly name: string;
}

/** What an agent asks the writer: its lines, what each would do, and the answers (`agents.md`, *A turn*). */
export function PermissionCard({ turn, name }: PermissionCardProps) {
  const { cards } = useAppSession().turns;
  const { conversation } = useDialogueDesk();
  const { hint } = useCommands();
  useStore(cards.choice);
  const { unticked, words } = cards.choiceOf(turn);
  const { lines, hasGrown } = turn.card;
  const ticked = lines.filter(({ ordinal }) => !unticked.has(ordinal));

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
      {hasGrown && <p className={styles.grown}>{CARD_HAS_GROWN}</p>}
      <Checkboxes
        label={cardTitle(name, lines)}
        options={lines.map(({ ordinal, line, effect }) => ({
          value: String(ordinal),
          text: (
            <span className={styles.line}>
              <span className={styles.written}>{line}</span>
              <span className={styles.effect}>{effect}</span>
            </span>
          ),
        }))}
        chosen={ticked.map(({ ordinal }) => String(ordinal))}
        onToggle={(value) => cards.toggleLine(turn, Number(value))}
      />
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
