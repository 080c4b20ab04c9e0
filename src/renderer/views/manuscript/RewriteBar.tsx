import { type KeyboardEvent, useEffect, useLayoutEffect, useRef } from 'react';
import type { Agent } from '../../../core/tree/agent.ts';
import {
  ASK_AGAIN,
  CHANGES,
  INSTRUCTION,
  INSTRUCTION_PLACEHOLDERS,
  INSTRUCTIONS,
  KEEP,
  PASSAGE_AWAY,
  REWRITE_INSTRUCTIONS,
  REWRITE_NAMES,
  stepKeys,
} from '../../../ui-text/rewrites.ts';
import { CLOSE, STOP } from '../../../ui-text/window/buttons.ts';
import { useAppSession, useBufferDesk, useStore } from '../../session/hooks.ts';
import { MAX_REWRITES } from '../../session/rewrites/rewrite-session-options.ts';
import type { RewriteState } from '../../session/rewrites/rewrite-state.ts';
import { Button } from '../../ui/Button.tsx';
import { CloseIcon } from '../../ui/icons.tsx';
import { useCommands } from '../commands.ts';
import { GenerationPopover } from '../GenerationPopover.tsx';
import { useFocusRequest } from '../use-focus-request.ts';
import { FenceValues } from './FenceValues.tsx';
import { RewriteAnswers } from './RewriteAnswers.tsx';
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
    <section className={styles.bar} aria-label={REWRITE_NAMES[kind]}>
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
      <div className={styles.row}>
        <input
          ref={field}
          type="text"
          className={styles.field}
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

/** Runs `run` on Enter, except for an Enter that ends a composition. */
function runOnEnter(event: KeyboardEvent, run: () => void): void {
  if (event.key !== 'Enter' || event.nativeEvent.isComposing || event.ctrlKey || event.metaKey) return;
  event.preventDefault();
  run();
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
