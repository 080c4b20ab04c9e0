import { type KeyboardEvent, type ReactNode, useEffect, useRef } from 'react';
import type { FindQuery } from '../../../core/text/find-pattern.ts';
import {
  CLOSE_FIND,
  FIND,
  FIND_BAR,
  INVALID_QUERY,
  MATCH_CASE,
  MATCH_CASE_SIGN,
  NEXT_MATCH,
  NO_MATCH,
  PREVIOUS_MATCH,
  REGULAR_EXPRESSION,
  REPLACE,
  REPLACE_ALL,
  REPLACE_WITH,
  SHOW_REPLACE,
  TOO_SLOW,
  WHOLE_WORD,
} from '../../../ui-text/page/find.ts';
import { numberOf } from '../../../ui-text/window/buttons.ts';
import { useDesk, useStore } from '../../session/hooks.ts';
import type { FindState } from '../../session/tree/find-session.ts';
import { Button } from '../../ui/Button.tsx';
import { CloseIcon, DownIcon, ReplaceIcon, UpIcon, WholeWordIcon } from '../../ui/icons.tsx';
import { useCommands } from '../commands.ts';
import { useFocusRequest } from '../use-focus-request.ts';
import styles from './FindBar.module.css';

/** Find and replace, below the text: opening it moves no line. */
export function FindBar({ readOnly }: { readonly readOnly: boolean }) {
  const { find } = useDesk();
  const state = useStore(find.state);
  return state.isOpen ? <OpenFindBar state={state} readOnly={readOnly} /> : null;
}

function OpenFindBar({ state, readOnly }: { readonly state: FindState; readonly readOnly: boolean }) {
  const { find } = useDesk();
  const commands = useCommands();
  const field = useRef<HTMLInputElement>(null);
  const { query } = state;
  const hasText = query.text !== '';

  useFocusRequest(find.focusRequest, () => {
    field.current?.focus();
    field.current?.select();
    return true;
  });

  return (
    <search className={styles.bar} aria-label={FIND_BAR} data-bar>
      <div className={styles.row}>
        <div className={styles.field} data-invalid={state.report.state === 'invalid' ? '' : undefined}>
          <input
            ref={field}
            type="search"
            className={styles.input}
            aria-label={FIND}
            aria-invalid={state.report.state === 'invalid'}
            aria-describedby="find-count"
            placeholder={FIND}
            autoComplete="off"
            spellCheck={false}
            value={query.text}
            onChange={(event) => find.setQuery({ text: event.target.value })}
            onKeyDown={(event) => runOnEnter(event, () => find.step(event.shiftKey ? -1 : 1))}
          />
          <Count state={state} />
        </div>
        <div className={styles.buttons}>
          <QueryToggle of="matchCase" label={MATCH_CASE} query={query}>
            {MATCH_CASE_SIGN}
          </QueryToggle>
          <QueryToggle of="wholeWord" label={WHOLE_WORD} query={query}>
            <WholeWordIcon />
          </QueryToggle>
          <QueryToggle of="isRegExp" label={REGULAR_EXPRESSION} query={query}>
            .*
          </QueryToggle>
        </div>
        <div className={styles.buttons}>
          <Button
            variant="icon"
            keepsFocus
            label={PREVIOUS_MATCH}
            hint={commands.hint('find.previous')}
            disabled={!hasText}
            onClick={() => find.step(-1)}
          >
            <UpIcon />
          </Button>
          <Button
            variant="icon"
            keepsFocus
            label={NEXT_MATCH}
            hint={commands.hint('find.next')}
            disabled={!hasText}
            onClick={() => find.step(1)}
          >
            <DownIcon />
          </Button>
          {!readOnly && (
            <Button
              variant="icon"
              keepsFocus
              label={SHOW_REPLACE}
              hint={SHOW_REPLACE}
              pressed={state.isReplacing}
              onClick={() => find.toggleReplacing()}
            >
              <ReplaceIcon />
            </Button>
          )}
          <Button
            variant="icon"
            label={CLOSE_FIND}
            hint={commands.hint('find.close')}
            onClick={() => find.close()}
          >
            <CloseIcon />
          </Button>
        </div>
      </div>
      {state.isReplacing && !readOnly && (
        <div className={styles.row}>
          <div className={styles.field}>
            <input
              type="text"
              className={styles.input}
              aria-label={REPLACE_WITH}
              placeholder={REPLACE_WITH}
              autoComplete="off"
              spellCheck={false}
              value={state.replacement}
              onChange={(event) => find.setReplacement(event.target.value)}
              onKeyDown={(event) => runOnEnter(event, () => find.replace())}
            />
          </div>
          <div className={styles.buttons}>
            <Button keepsFocus disabled={state.report.count === 0} onClick={() => find.replace()}>
              {REPLACE}
            </Button>
            <Button keepsFocus disabled={state.report.count === 0} onClick={() => find.replaceAll()}>
              {REPLACE_ALL}
            </Button>
          </div>
        </div>
      )}
    </search>
  );
}

/** Runs `run` on Enter, except for an Enter that ends a composition. */
export function runOnEnter(event: KeyboardEvent, run: () => void): void {
  if (event.key !== 'Enter' || event.nativeEvent.isComposing || event.ctrlKey || event.metaKey) return;
  event.preventDefault();
  run();
}

interface QueryToggleProps {
  readonly of: 'matchCase' | 'wholeWord' | 'isRegExp';
  readonly label: string;
  readonly query: FindQuery;
  readonly children: ReactNode;
}

function QueryToggle({ of, label, query, children }: QueryToggleProps) {
  const { find } = useDesk();
  return (
    <Button
      variant="icon"
      keepsFocus
      label={label}
      hint={label}
      pressed={query[of]}
      onClick={() => find.setQuery({ [of]: !query[of] })}
    >
      <span className={styles.sign}>{children}</span>
    </Button>
  );
}

const NUMBER = new Intl.NumberFormat('en');

/** The number of matches, and which one is selected. During a search it keeps showing the last result. */
function Count({ state: { query, report } }: { readonly state: FindState }) {
  const last = useRef('');
  const words = formatReport(report, query.text === '');
  useEffect(() => {
    if (words !== null) last.current = words;
  }, [words]);
  return (
    <span id="find-count" className={styles.count} aria-live="polite" aria-atomic="true">
      {words ?? last.current}
    </span>
  );
}

function formatReport({ state, count, current }: FindState['report'], isNothing: boolean): string | null {
  if (isNothing || state === 'idle') return '';
  if (state === 'searching') return null;
  if (state === 'invalid') return INVALID_QUERY;
  if (state === 'slow') return TOO_SLOW;
  if (count === 0) return NO_MATCH;
  return current > 0 ? numberOf(current, count) : NUMBER.format(count);
}
