import { useEffect, useId, useMemo, useRef } from 'react';
import { FOLD, foldedWords, showWhole } from '../../../ui-text/context/next-request.ts';
import { countOf } from '../../../ui-text/plural.ts';
import { useStore, useTreeDesk } from '../../session/hooks.ts';
import type { ContextPiece, PieceRef } from '../../session/tree/context-session.ts';
import { Button } from '../../ui/Button.tsx';
import styles from './ContextPane.module.css';
import { chunksOf } from './chunks-of.ts';
import { pieceName } from './format-context.ts';

export interface PieceProps {
  readonly name: PieceRef;
  readonly piece: ContextPiece;
  /** Below the heading of its parent. */
  readonly heading: 'h4' | 'h5';
}

/** One piece of a request, folded if it is long. */
export function Piece({ name, piece: { kind, text }, heading: Heading }: PieceProps) {
  const { context } = useTreeDesk();
  const whole = useStore(context.whole);
  const id = useId();
  const root = useRef<HTMLDivElement>(null);
  const hasFocus = useRef(false);
  const isFolded = text.end !== '';
  const isWhole = !isFolded && whole?.kind === name.kind && whole.nth === name.nth;

  // One button replaces the other and takes over its focus.
  const state = isFolded ? 'folded' : isWhole ? 'whole' : 'short';
  useEffect(() => {
    if (!hasFocus.current || state === 'short') return;
    root.current?.querySelector('button')?.focus();
    hasFocus.current = false;
  }, [state]);

  const unfold = (wanted: PieceRef | null) => {
    hasFocus.current = true;
    context.unfold(wanted);
  };
  if (kind === 'marker') return <p className={styles.gap}>{text.beginning}</p>;
  if (kind === 'gap') return <p className={styles.gap}>{text.beginning.trim()}</p>;
  return (
    <div ref={root}>
      <div className={styles.pieceHead}>
        <Heading id={id} className={styles.pieceName}>
          {pieceName(kind)} <span className={styles.soft}>{countOf(text.words, 'word')}</span>
        </Heading>
        {isWhole && (
          <Button variant="quiet" onClick={() => unfold(null)}>
            {FOLD}
          </Button>
        )}
      </div>
      {isWhole ? (
        <WholeText labelledBy={id} text={text.beginning} />
      ) : (
        <div className={styles.text}>
          <p>{text.beginning}</p>
          {isFolded && (
            <>
              <Button variant="quiet" label={showWhole(text.foldedWords)} onClick={() => unfold(name)}>
                {foldedWords(text.foldedWords)}
              </Button>
              <p>{text.end}</p>
            </>
          )}
        </div>
      )}
    </div>
  );
}

/** A text of any length in a scrolling field that lays out only its visible chunks. */
function WholeText({ labelledBy, text }: { readonly labelledBy: string; readonly text: string }) {
  const chunks = useMemo(() => chunksOf(text), [text]);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling field must be reachable with the keyboard
    <section className={styles.whole} aria-labelledby={labelledBy} tabIndex={0}>
      {chunks.map((chunk, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a chunk has no identity but its index
        <p key={index} className={styles.chunk}>
          {chunk}
        </p>
      ))}
    </section>
  );
}
