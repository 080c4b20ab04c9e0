import { useCallback, useRef } from 'react';
import {
  CHOOSING_BRANCHES,
  NO_ALTERNATIVES_RECORDED,
  NO_PROBABILITIES,
  NONE_RECORDED,
  TOKEN_ALTERNATIVES,
} from '../../../ui-text/page/tokens.ts';
import { useBufferDesk, useStore } from '../../session/hooks.ts';
import { choicesAt, type ShownToken } from '../../session/manuscript/token-session.ts';
import { AnchoredPopover } from '../../ui/layers/AnchoredPopover.tsx';
import { formatLikelihood, formatToken } from './format-token.ts';
import styles from './TokenPopover.module.css';
import { useCloseOnPointerAway } from './use-close-on-pointer-away.ts';

/** The probability of a token in a model's text, and its alternatives; choosing one starts a branch. */
export function TokenPopover({ readOnly }: { readonly readOnly: boolean }) {
  const { tree, tokens, caretGeneration } = useBufferDesk();
  const shown = useStore(tokens.shown);
  const content = useRef<HTMLDivElement>(null);
  const close = useCallback(
    (byKey: boolean) => {
      tokens.hide();
      if (byKey) tree.focus();
    },
    [tree, tokens],
  );
  useCloseOnPointerAway(shown?.by === 'hover' ? shown.rect : null, content, close);
  if (shown === null) return null;

  return (
    <AnchoredPopover
      rect={shown.rect}
      title={shown.token === null ? NO_PROBABILITIES : TOKEN_ALTERNATIVES}
      takesFocus={shown.by === 'key'}
      onClose={close}
    >
      <div ref={content} className={styles.content}>
        {shown.token === null ? (
          <p className={styles.none}>{NONE_RECORDED}</p>
        ) : (
          <TokenChoices
            shown={shown}
            token={shown.token}
            readOnly={readOnly}
            onChoose={(text) => {
              close(true);
              void caretGeneration.chooseToken(shown, text);
            }}
          />
        )}
      </div>
    </AnchoredPopover>
  );
}

interface TokenChoicesProps {
  readonly shown: ShownToken;
  readonly token: NonNullable<ShownToken['token']>;
  readonly readOnly: boolean;
  onChoose(text: string): void;
}

function TokenChoices({ shown, token, readOnly, onChoose }: TokenChoicesProps) {
  const choices = choicesAt(token, shown.text);
  const labels = choices.map(({ text }) => formatToken(text));
  const isAmbiguous = (label: string) => labels.filter((other) => other === label).length > 1;
  return (
    <>
      <ul className={styles.choices} aria-label={TOKEN_ALTERNATIVES}>
        {choices.map(({ text, logprob, isOwn }, index) => {
          const label = labels[index] ?? '';
          return (
            <li key={text}>
              <button
                type="button"
                className={styles.choice}
                aria-current={isOwn}
                disabled={readOnly || isOwn}
                onClick={() => onChoose(text)}
                ref={(button) => button?.style.setProperty('--share', `${barLength(logprob)}`)}
              >
                <span className={styles.token}>
                  {/* Two tokens with the same label differ in leading space. */}
                  {isAmbiguous(label) && !/^\s/.test(text) ? `…${label}` : label}
                </span>{' '}
                <span className={styles.likelihood}>{formatLikelihood(logprob)}</span>
              </button>
            </li>
          );
        })}
      </ul>
      {!readOnly && choices.length > 1 && <p className={styles.hint}>{CHOOSING_BRANCHES}</p>}
      {choices.length === 1 && <p className={styles.none}>{NO_ALTERNATIVES_RECORDED}</p>}
    </>
  );
}

/** A bar as long as the probability; none for less than one percent, which would be a speck. */
function barLength(logprob: number): number {
  const share = Math.exp(logprob);
  return share < 0.01 ? 0 : share;
}
