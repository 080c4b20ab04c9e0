import { useEffect, useId, useLayoutEffect, useRef } from 'react';
import type { TrimmedText } from '../../../core/answers/left-out.ts';
import { cutText } from '../../../core/text/limits.ts';
import type { Agent } from '../../../core/tree/agent.ts';
import {
  ANSWER_EMPTY,
  ANSWER_STATES,
  ANSWERS_LABEL,
  ASK_AGAIN,
  CHANGES,
  INSTRUCTION,
  INSTRUCTION_PLACEHOLDERS,
  INSTRUCTIONS,
  KEEP,
  NOTHING_BETWEEN,
  ORIGINAL,
  PASSAGE_AWAY,
  putBackOf,
  REWRITE_INSTRUCTIONS,
  REWRITE_NAMES,
  retryAnswer,
  SAYS_THE_SAME,
  stepKeys,
  TRIMMED,
  trimmedHint,
} from '../../../ui-text/rewrites.ts';
import { CLOSE, RETRY, STOP } from '../../../ui-text/window/buttons.ts';
import { useAppSession, useBufferDesk, useStore } from '../../session/hooks.ts';
import type { Answer } from '../../session/rewrites/rewrite-answers.ts';
import { MAX_REWRITES, type RewriteState } from '../../session/rewrites/rewrite-session.ts';
import { isRunning } from '../../session/tree/generation-session.ts';
import shared from '../../styles/shared.module.css';
import { Button } from '../../ui/Button.tsx';
import { CloseIcon } from '../../ui/icons.tsx';
import { useCommands } from '../commands.ts';
import { GenerationPopover } from '../GenerationPopover.tsx';
import { ChangedWords } from '../node/WordDiff.tsx';
import { useFocusRequest } from '../use-focus-request.ts';
import { FenceValues } from './FenceValues.tsx';
import { runOnEnter } from './FindBar.tsx';
import styles from './RewriteBar.module.css';

/** As long as main accepts. UTF-16 code units. */
const MAX_INSTRUCTION = 500;

/** Other texts for a passage, below the text: opening it moves no line, and the rest of the page stays visible. */
export function RewriteBar({ agents }: { readonly agents: readonly Agent[] }) {
  const { rewrites } = useBufferDesk();
  const state = useStore(rewrites.state);
  return state.isOpen ? <OpenRewriteBar state={state} agents={agents} /> : null;
}

interface OpenRewriteBarProps {
  readonly state: RewriteState;
  readonly agents: readonly Agent[];
}

function OpenRewriteBar({ state, agents }: OpenRewriteBarProps) {
  const { rewrites } = useBufferDesk();
  const commands = useCommands();
  const { kind, answers, isAway } = state;
  const problem = state.problem ?? (isAway ? PASSAGE_AWAY : null);

  // The bar may have grown over the passage, or the window may have become lower.
  useGrowth(answers.length, () => rewrites.reveal());

  return (
    <section className={styles.bar} aria-label={REWRITE_NAMES[kind]} data-bar>
      <div className={styles.inner}>
        {kind === 'fence' ? (
          <FenceValues state={state} />
        ) : (
          <Question kind={kind} state={state} agents={agents} />
        )}
        <p id="rewrite-problem" className={styles.problem} hidden={problem === null}>
          {problem}
        </p>
        {answers.length > 0 && (
          <>
            <RewriteAnswers state={state} agents={agents} />
            <div className={styles.foot}>
              <p className={styles.keys} aria-hidden="true">
                {stepKeys(commands.key('version.previous'), commands.key('version.next'))}
              </p>
              {state.original !== '' && (
                <Button keepsFocus pressed={state.showsChanges} onClick={() => rewrites.toggleChanges()}>
                  {CHANGES}
                </Button>
              )}
              <Button variant="primary" disabled={!state.canKeep} onClick={() => void rewrites.keep()}>
                {KEEP}
              </Button>
            </div>
          </>
        )}
      </div>
    </section>
  );
}

interface QuestionProps extends OpenRewriteBarProps {
  readonly kind: Exclude<RewriteState['kind'], 'fence'>;
}

/** The request, and its agents. */
function Question({ kind, state, agents }: QuestionProps) {
  const { rewrites } = useBufferDesk();
  const commands = useCommands();
  const field = useRef<HTMLInputElement>(null);
  const { instruction, answers, isRunning, isAway } = state;

  useFocusRequest(rewrites.focusRequest, () => {
    field.current?.focus();
    field.current?.select();
    return true;
  });

  return (
    <>
      <div className={shared.wrappingRow}>
        <input
          ref={field}
          type="text"
          className={shared.barField}
          aria-label={INSTRUCTION}
          aria-describedby="rewrite-problem"
          placeholder={INSTRUCTION_PLACEHOLDERS[kind]}
          autoComplete="off"
          maxLength={MAX_INSTRUCTION}
          value={instruction}
          onChange={(event) => rewrites.setInstruction(event.target.value)}
          onKeyDown={(event) => runOnEnter(event, () => void rewrites.ask())}
        />
        <div className={styles.buttons} data-one-row="">
          <GenerationPopover
            agents={agents}
            askedFor={kind === 'rewrite' ? 'rewrites' : 'bridges'}
            most={MAX_REWRITES}
            hasNoTokens={kind === 'rewrite'}
          />
          {isRunning && (
            <Button keepsFocus hint={commands.hint('generation.stop')} onClick={() => void rewrites.stop()}>
              {STOP}
            </Button>
          )}
          <Button
            variant={answers.length === 0 ? 'primary' : 'plain'}
            keepsFocus
            disabled={isAway}
            onClick={() => void rewrites.ask()}
          >
            {answers.length === 0 ? REWRITE_NAMES[kind] : ASK_AGAIN}
          </Button>
          <Button
            variant="icon"
            label={CLOSE}
            hint={commands.hint('rewrite.close')}
            onClick={() => rewrites.close()}
          >
            <CloseIcon />
          </Button>
        </div>
      </div>
      <Instructions isDisabled={isAway} />
    </>
  );
}

/** The writer's own instructions: one click asks. */
function Instructions({ isDisabled }: { readonly isDisabled: boolean }) {
  const { rewrites } = useBufferDesk();
  const { preferences } = useAppSession();
  const { rewriteInstructions } = useStore(preferences);
  const lines = rewriteInstructions.length > 0 ? rewriteInstructions : REWRITE_INSTRUCTIONS;
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for fields
    <div className={styles.instructions} role="group" aria-label={INSTRUCTIONS}>
      {lines.map((line) => (
        <button
          key={line}
          type="button"
          className={styles.instruction}
          disabled={isDisabled}
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => {
            rewrites.setInstruction(line);
            void rewrites.ask();
          }}
        >
          {line}
        </button>
      ))}
    </div>
  );
}

/** Calls `onGrown` once the page shows more of them, and when the window has another size or zoom. */
function useGrowth(count: number, onGrown: () => void): void {
  const latest = useRef(onGrown);
  useLayoutEffect(() => {
    latest.current = onGrown;
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: the count says when the bar has grown
  useEffect(() => {
    const frame = requestAnimationFrame(() => latest.current());
    return () => cancelAnimationFrame(frame);
  }, [count]);
  useEffect(() => {
    const onResize = () => requestAnimationFrame(() => latest.current());
    window.addEventListener('resize', onResize);
    return () => window.removeEventListener('resize', onResize);
  }, []);
}

/** Longer texts are not compared: that would take a moment for each word that arrives. UTF-16 code units. */
const MAX_COMPARED = 20_000;
/** Length of a long text that a row shows; the manuscript has it in full. UTF-16 code units. */
const MAX_SHOWN = 5_000;

interface RewriteAnswersProps {
  readonly state: RewriteState;
  readonly agents: readonly Agent[];
}

/** The text as it was and each answer to it; the one that is pressed is in the text. */
function RewriteAnswers({ state, agents }: RewriteAnswersProps) {
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
      className={styles.rewriteAnswersRow}
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
function remarkOf({ state, isUnchanged }: Answer): string {
  return isUnchanged ? SAYS_THE_SAME : ANSWER_STATES[state];
}
