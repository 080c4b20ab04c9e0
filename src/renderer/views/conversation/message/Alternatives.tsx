import type { PositionId } from '../../../../core/ids.ts';
import {
  ALTERNATIVES,
  NEXT_ALTERNATIVE,
  PREVIOUS_ALTERNATIVE,
} from '../../../../ui-text/dialogue/messages.ts';
import { numberOf } from '../../../../ui-text/window/buttons.ts';
import { useDialogueDesk } from '../../../session/hooks.ts';
import { Button } from '../../../ui/Button.tsx';
import { NextIcon, PreviousIcon } from '../../../ui/icons.tsx';
import { useCommands } from '../../commands.ts';
import styles from './Message.module.css';

export interface AlternativesProps {
  /** 1-based. */
  readonly index: number;
  readonly count: number;
  readonly disabled: boolean;
  onStep(step: -1 | 1): void;
}

/** `‹ 2 of 5 ›`: the message among its alternatives. */
export function Alternatives({ index, count, disabled, onStep }: AlternativesProps) {
  const commands = useCommands();
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for the fields of a form
    <div role="group" aria-label={ALTERNATIVES} className={styles.alternatives}>
      <Button
        variant="icon"
        keepsFocus
        label={PREVIOUS_ALTERNATIVE}
        hint={commands.hint('path.previousSibling')}
        disabled={disabled}
        onClick={() => onStep(-1)}
      >
        <PreviousIcon />
      </Button>
      <span className={styles.place}>{numberOf(index, count)}</span>
      <Button
        variant="icon"
        keepsFocus
        label={NEXT_ALTERNATIVE}
        hint={commands.hint('path.nextSibling')}
        disabled={disabled}
        onClick={() => onStep(1)}
      >
        <NextIcon />
      </Button>
    </div>
  );
}

/** The alternatives of a message of the path; nothing if it has none. */
export function MessageAlternatives({
  positionId,
  index,
  count,
  readOnly,
}: {
  readonly positionId: PositionId;
  readonly index: number;
  readonly count: number;
  readonly readOnly: boolean;
}) {
  const { navigation } = useDialogueDesk().tree;
  if (count < 2 || index === 0) return null;
  return (
    <Alternatives
      index={index}
      count={count}
      disabled={readOnly}
      onStep={(step) => void navigation.selectSiblingAt({ at: positionId, fork: null }, { step })}
    />
  );
}
