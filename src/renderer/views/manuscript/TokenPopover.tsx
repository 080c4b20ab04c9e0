import { useCallback, useRef } from 'react';
import { useOpenTree, useStore } from '../../session/hooks.ts';
import { choicesAt, type ShownToken } from '../../session/tree/token-session.ts';
import { AnchoredPopover } from '../../ui/layers/AnchoredPopover.tsx';
import { sayLikelihood, sayToken } from './say-token.ts';
import styles from './TokenPopover.module.css';
import { useStrayingPointer } from './use-straying-pointer.ts';

/** How likely a token of a model's text was, and what else might have come: choosing that makes a branch. */
export function TokenPopover({ readOnly }: { readonly readOnly: boolean }) {
  const tree = useOpenTree();
  const shown = useStore(tree.tokens.shown);
  const content = useRef<HTMLDivElement>(null);
  const close = useCallback(
    (byKey: boolean) => {
      tree.tokens.hide();
      if (byKey) tree.focusManuscript();
    },
    [tree],
  );
  useStrayingPointer(shown?.by === 'rest' ? shown.rect : null, content, close);
  if (shown === null) return null;

  return (
    <AnchoredPopover
      rect={shown.rect}
      title={shown.token === null ? 'No likelihoods' : 'What might have come'}
      takesFocus={shown.by === 'key'}
      onClose={close}
    >
      <div ref={content} className={styles.content}>
        {shown.token === null ? (
          <p className={styles.none}>Of this text no likelihoods were recorded.</p>
        ) : (
          <Choices
            shown={shown}
            token={shown.token}
            readOnly={readOnly}
            onChoose={(text) => {
              close(true);
              void tree.asking.chooseToken(shown, text);
            }}
          />
        )}
      </div>
    </AnchoredPopover>
  );
}

interface ChoicesProps {
  readonly shown: ShownToken;
  readonly token: NonNullable<ShownToken['token']>;
  readonly readOnly: boolean;
  onChoose(text: string): void;
}

function Choices({ shown, token, readOnly, onChoose }: ChoicesProps) {
  const choices = choicesAt(token, shown.text);
  const labels = choices.map(({ text }) => sayToken(text));
  const isTold = (label: string) => labels.filter((other) => other === label).length > 1;
  return (
    <>
      <ul className={styles.choices} aria-label="What might have come">
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
                ref={(button) => button?.style.setProperty('--share', `${Math.exp(logprob)}`)}
              >
                <span className={styles.token}>
                  {/* Two that look alike differ in the space before them. */}
                  {isTold(label) && !/^\s/.test(text) ? `…${label}` : label}
                </span>{' '}
                <span className={styles.likelihood}>{sayLikelihood(logprob)}</span>
              </button>
            </li>
          );
        })}
      </ul>
      {!readOnly && choices.length > 1 && (
        <p className={styles.hint}>Choosing another starts a branch there.</p>
      )}
      {choices.length === 1 && <p className={styles.none}>Nothing else was recorded here.</p>}
    </>
  );
}
