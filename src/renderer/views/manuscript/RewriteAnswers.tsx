import { useEffect, useId, useRef } from 'react';
import type { TrimmedText } from '../../../core/answers/left-out.ts';
import { cutText } from '../../../core/text/limits.ts';
import type { Agent } from '../../../core/tree/agent.ts';
import {
  ANSWER_EMPTY,
  ANSWER_STATES,
  ANSWERS_LABEL,
  NOTHING_BETWEEN,
  ORIGINAL,
  putBackOf,
  retryAnswer,
  SAYS_THE_SAME,
  TRIMMED,
  trimmedHint,
} from '../../../ui-text/rewrites.ts';
import { RETRY } from '../../../ui-text/window/buttons.ts';
import { useBufferDesk } from '../../session/hooks.ts';
import type { Answer } from '../../session/rewrites/rewrite-answers.ts';
import type { RewriteState } from '../../session/rewrites/rewrite-state.ts';
import { isRunning } from '../../session/tree/generation-session.ts';
import { Button } from '../../ui/Button.tsx';
import { useCommands } from '../commands.ts';
import { ChangedWords } from '../node/WordDiff.tsx';
import styles from './RewriteAnswers.module.css';

/** Longer texts are not compared: that would take a moment for each word that arrives. UTF-16 code units. */
const MAX_COMPARED = 20_000;
/** Length of a long text that a row shows; the manuscript has it in full. UTF-16 code units. */
const MAX_SHOWN = 5_000;

export interface RewriteAnswersProps {
  readonly state: RewriteState;
  readonly agents: readonly Agent[];
}

/** The text as it was and each answer to it; the one that is pressed is in the text. */
export function RewriteAnswers({ state, agents }: RewriteAnswersProps) {
  const { rewrites } = useBufferDesk();
  const { answers, current, offered, isAway, isPutBack, kind, original } = state;
  const severalAgents = new Set(answers.map(({ agentId }) => agentId)).size > 1;
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for fields
    <div className={styles.answers} role="group" aria-label={ANSWERS_LABEL}>
      <Row
        name={ORIGINAL}
        number={ORIGINAL}
        isPressed={current === 0}
        isDisabled={isAway}
        onPress={() => void rewrites.show(0)}
      >
        {kind === 'bridge' && original === '' ? <em>{NOTHING_BETWEEN}</em> : shortened(original)}
      </Row>
      {answers.map((answer, at) => {
        const { jobId, slot, agentId, versions, state: slotState } = answer;
        const agent = agents.find(({ id }) => id === agentId);
        const remark = remarkOf(answer);
        const index = at + 1;
        return (
          <Row
            key={`${jobId} ${slot}`}
            name={remark === '' ? `${index}` : `${index}, ${remark}`}
            number={`${index}`}
            by={severalAgents ? agent?.name : undefined}
            colour={agent?.color ?? 'blue'}
            remark={remark}
            isPressed={current === index}
            isOffered={offered === index}
            isDisabled={isAway || versions === null}
            isRunning={isRunning(slotState)}
            onPress={() => void rewrites.show(index)}
            trimmed={isPutBack && current === index ? null : answer.trimmed}
            onPutBack={() => void rewrites.putBack(index)}
            onRetry={isLost(answer) ? () => void rewrites.retry(index) : undefined}
          >
            <AnswerText answer={answer} state={state} />
          </Row>
        );
      })}
    </div>
  );
}

function AnswerText({ answer, state }: { readonly answer: Answer; readonly state: RewriteState }) {
  const { text, error } = answer;
  const { original, showsChanges } = state;
  // The spaces where it meets the text are not worth showing.
  const words = text.trim();
  if (words === '') return isLost(answer) ? <em>{error?.sentence ?? ANSWER_EMPTY}</em> : null;
  const isCompared =
    showsChanges &&
    !isRunning(answer.state) &&
    original !== '' &&
    original.length + text.length <= MAX_COMPARED;
  if (!isCompared) return shortened(words);
  return (
    <span className={styles.changes}>
      <ChangedWords oldText={original.trim()} newText={words} />
    </span>
  );
}

interface RowProps {
  /** The button's accessible name; the text describes it. */
  readonly name: string;
  readonly number: string;
  readonly by?: string | undefined;
  readonly colour?: string;
  readonly remark?: string;
  readonly isPressed: boolean;
  /** It is shown in place without being in the text. */
  readonly isOffered?: boolean;
  readonly isDisabled: boolean;
  readonly isRunning?: boolean;
  readonly children: React.ReactNode;
  /** The trimmed parts; null for none, or none that is not in the text again. */
  readonly trimmed?: TrimmedText | null;
  onPress(): void;
  readonly onPutBack?: () => void;
  readonly onRetry?: (() => void) | undefined;
}

function Row(props: RowProps) {
  const { name, number, by, colour, remark = '', isPressed, isOffered = false, isDisabled, onRetry } = props;
  const { trimmed = null, onPutBack } = props;
  const { key } = useCommands();
  const id = useId();
  const row = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (isPressed) row.current?.scrollIntoView({ block: 'nearest' });
  }, [isPressed]);
  return (
    <div
      ref={row}
      className={styles.row}
      data-colour={colour}
      data-running={props.isRunning === true ? '' : undefined}
      data-offered={isOffered ? '' : undefined}
    >
      <button
        type="button"
        className={styles.answer}
        aria-label={name}
        aria-describedby={id}
        aria-pressed={isPressed}
        aria-disabled={isDisabled}
        onMouseDown={(event) => event.preventDefault()}
        onClick={() => {
          if (!isDisabled) props.onPress();
        }}
      >
        {number}
      </button>
      <span id={id} className={styles.text}>
        {props.children}
      </span>
      {(by !== undefined || remark !== '' || onRetry !== undefined || trimmed !== null) && (
        <div className={styles.aside}>
          {by !== undefined && <span className={styles.by}>{by}</span>}
          {remark !== '' && <span className={styles.remark}>{remark}</span>}
          {trimmed !== null && onPutBack !== undefined && !isDisabled && (
            <Button
              variant="quiet"
              keepsFocus
              label={putBackOf(number)}
              hint={trimmedHint(trimmed, isPressed ? key('answer.putBack') : '')}
              onClick={onPutBack}
            >
              {TRIMMED}
            </Button>
          )}
          {onRetry !== undefined && (
            <Button variant="quiet" label={retryAnswer(number)} onClick={onRetry}>
              {RETRY}
            </Button>
          )}
        </div>
      )}
    </div>
  );
}

function shortened(text: string): string {
  return text.length <= MAX_SHOWN ? text : `${cutText(text, MAX_SHOWN)}…`;
}

/** Brought nothing, and can be asked for again. */
function isLost({ state }: Answer): boolean {
  return state === 'failed' || state === 'empty';
}

/** A remark on an answer besides its text. */
function remarkOf({ state, saysTheSame }: Answer): string {
  return saysTheSame ? SAYS_THE_SAME : ANSWER_STATES[state];
}
