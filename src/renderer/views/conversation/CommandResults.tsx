import { CLOSE_RESULTS, COMMAND_RESULTS } from '../../../ui-text/dialogue/messages.ts';
import { CLOSE } from '../../../ui-text/window/buttons.ts';
import type { CommandOutcome } from '../../session/dialogue/typed-commands.ts';
import { useDialogueDesk, useStore } from '../../session/hooks.ts';
import { Button } from '../../ui/Button.tsx';
import { ResultText } from '../turns/ResultText.tsx';
import styles from './CommandResults.module.css';

/** The results of the last commands; nothing if they were dismissed. */
export function CommandResults() {
  const { typedCommands, conversation } = useDialogueDesk();
  const { outcomes } = useStore(typedCommands.state);
  const close = () => {
    typedCommands.dismiss();
    conversation.focusComposer();
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: Escape closes it from whichever button has the keyboard
    <div
      className={outcomes.length === 0 ? undefined : styles.panel}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || outcomes.length === 0) return;
        event.stopPropagation();
        close();
      }}
    >
      {/* It is there from the beginning, so that screen readers hear what comes into it. */}
      <div
        className={styles.log}
        role="log"
        aria-label={COMMAND_RESULTS}
        tabIndex={outcomes.length === 0 ? -1 : 0}
      >
        {outcomes.map((outcome, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: results are replaced together
          <Outcome key={index} outcome={outcome} onGoTo={(id) => void typedCommands.goTo(id)} />
        ))}
      </div>
      {outcomes.length > 0 && (
        <div className={styles.close}>
          <Button variant="quiet" label={CLOSE_RESULTS} keepsFocus onClick={close}>
            {CLOSE}
          </Button>
        </div>
      )}
    </div>
  );
}

interface OutcomeProps {
  readonly outcome: CommandOutcome;
  onGoTo(localId: string): void;
}

function Outcome({ outcome: { line, text, isRefused }, onGoTo }: OutcomeProps) {
  return (
    <div className={styles.outcome}>
      <div className={styles.line}>{line}</div>
      {text !== '' && (
        <div className={isRefused ? styles.refused : styles.text}>
          <ResultText text={text} onGoTo={onGoTo} />
        </div>
      )}
    </div>
  );
}
