import { useEffect, useId, useMemo, useRef } from 'react';
import { useOpenTree, useStore } from '../../session/hooks.ts';
import {
  type ContextPiece,
  type ContextPreview,
  namedPieces,
  type PieceName,
} from '../../session/tree/context-session.ts';
import { Button } from '../../ui/Button.tsx';
import styles from './ContextPane.module.css';
import { chunksOf } from './chunks-of.ts';
import { formatCount, nameOfPiece } from './format-context.ts';

/** Piece by piece what is sent, in order. */
export function Pieces({ preview }: { readonly preview: ContextPreview }) {
  const id = useId();
  return (
    <section className={styles.section} aria-labelledby={id}>
      <h3 id={id} className={styles.heading}>
        {preview.refusal === null ? 'What is sent' : 'What would have to be sent'}
      </h3>
      {preview.pieces.length === 0 && <p className={styles.soft}>Nothing yet: there is no text here.</p>}
      <ol className={styles.pieces}>
        {namedPieces(preview).map(({ name, piece }) => (
          <li key={`${name.kind} ${name.nth}`} className={styles.piece} data-kind={piece.kind}>
            <Piece name={name} piece={piece} />
          </li>
        ))}
      </ol>
    </section>
  );
}

function Piece({ name, piece: { kind, text } }: { readonly name: PieceName; readonly piece: ContextPiece }) {
  const { context } = useOpenTree();
  const whole = useStore(context.whole);
  const id = useId();
  const place = useRef<HTMLDivElement>(null);
  const hasFocus = useRef(false);
  const isFolded = text.end !== '';
  const isWhole = !isFolded && whole?.kind === name.kind && whole.nth === name.nth;

  // One button comes in the other's place: the keyboard stays with it.
  const way = isFolded ? 'folded' : isWhole ? 'whole' : 'short';
  useEffect(() => {
    if (!hasFocus.current || way === 'short') return;
    place.current?.querySelector('button')?.focus();
    hasFocus.current = false;
  }, [way]);

  const unfold = (wanted: PieceName | null) => {
    hasFocus.current = true;
    context.unfold(wanted);
  };
  if (kind === 'gap') return <p className={styles.gap}>{text.beginning.trim()}</p>;
  return (
    <div ref={place}>
      <div className={styles.pieceHead}>
        <h4 id={id} className={styles.pieceName}>
          {nameOfPiece(kind)} <span className={styles.soft}>{formatCount(text.words, 'word')}</span>
        </h4>
        {isWhole && (
          <Button look="quiet" onClick={() => unfold(null)}>
            Fold
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
              <Button
                look="quiet"
                label={`Show all of it: ${formatCount(text.foldedWords, 'word')} are folded`}
                onClick={() => unfold(name)}
              >
                … {formatCount(text.foldedWords, 'word')} …
              </Button>
              <p>{text.end}</p>
            </>
          )}
        </div>
      )}
    </div>
  );
}

/** A text of any length in a field that scrolls: what cannot be seen of it is not laid out. */
function WholeText({ labelledBy, text }: { readonly labelledBy: string; readonly text: string }) {
  const chunks = useMemo(() => chunksOf(text), [text]);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached with the keyboard
    <section className={styles.whole} aria-labelledby={labelledBy} tabIndex={0}>
      {chunks.map((chunk, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a stretch of text is only known by its place
        <p key={index} className={styles.chunk}>
          {chunk}
        </p>
      ))}
    </section>
  );
}
