import { useId, useRef } from 'react';
import { RUN, RUN_AGAIN, STOP, VALUES } from '../../../ui-text/history/fences.ts';
import { CLOSE } from '../../../ui-text/window/buttons.ts';
import { useBufferDesk, useStore } from '../../session/hooks.ts';
import type { RewriteState } from '../../session/rewrites/rewrite-session.ts';
import shared from '../../styles/shared.module.css';
import { Button } from '../../ui/Button.tsx';
import { CloseIcon } from '../../ui/icons.tsx';
import { useCommands } from '../commands.ts';
import { useFocusRequest } from '../use-focus-request.ts';
import styles from './RewriteBar.module.css';

/** As long as a bar can show. UTF-16 code units. */
const MAX_VALUE = 10_000;

/** The values that a prompt fence asks for, and the buttons that run it. */
export function FenceValues({ state }: { readonly state: RewriteState }) {
  const { fences, rewrites } = useBufferDesk();
  const commands = useCommands();
  const { values, note } = useStore(fences.state);
  const first = useRef<HTMLInputElement>(null);
  const id = useId();
  const { answers, isRunning, isAway } = state;

  useFocusRequest(fences.focusRequest, () => {
    first.current?.focus();
    first.current?.select();
    return first.current !== null;
  });

  return (
    <form
      className={shared.wrappingRow}
      aria-label={VALUES}
      onSubmit={(event) => {
        event.preventDefault();
        void fences.submit();
      }}
    >
      {values.map(({ name, value }, index) => (
        <label key={name} className={styles.value}>
          <span>{name}</span>
          <input
            ref={index === 0 ? first : undefined}
            type="text"
            className={shared.barField}
            aria-describedby={`rewrite-problem ${id}`}
            autoComplete="off"
            maxLength={MAX_VALUE}
            value={value}
            onChange={(event) => fences.setValue(name, event.target.value)}
          />
        </label>
      ))}
      <p id={id} className={styles.note} hidden={note === null}>
        {note}
      </p>
      <div className={styles.buttons}>
        {isRunning && (
          <Button keepsFocus hint={commands.hint('generation.stop')} onClick={() => void rewrites.stop()}>
            {STOP}
          </Button>
        )}
        {answers.length === 0 ? (
          <Button
            variant="primary"
            keepsFocus
            disabled={isAway || isRunning}
            onClick={() => void fences.submit()}
          >
            {RUN}
          </Button>
        ) : (
          <Button
            keepsFocus
            hint={commands.hint('fence.again')}
            disabled={isAway || isRunning}
            onClick={() => void fences.runAgain()}
          >
            {RUN_AGAIN}
          </Button>
        )}
        <Button
          variant="icon"
          label={CLOSE}
          hint={commands.hint('rewrite.close')}
          onClick={() => rewrites.close()}
        >
          <CloseIcon />
        </Button>
      </div>
    </form>
  );
}
