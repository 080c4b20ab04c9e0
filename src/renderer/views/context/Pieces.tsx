import { useId } from 'react';
import { NOTHING_YET, WHAT_IS_SENT, WHAT_WOULD_BE_SENT } from '../../../ui-text/context/next-request.ts';
import { type ContextPreview, namedPieces } from '../../session/tree/context-session.ts';
import type { ShownGrove } from '../../session/window/app-session.ts';
import styles from './ContextPane.module.css';
import { Messages } from './Messages.tsx';
import { Piece } from './Piece.tsx';

/** The request, piece by piece and in order; of a conversation, message by message. */
export function Pieces({ preview, grove }: { readonly preview: ContextPreview; readonly grove: ShownGrove }) {
  const id = useId();
  return (
    <section className={styles.section} aria-labelledby={id}>
      <h3 id={id} className={styles.heading}>
        {preview.refusal === null ? WHAT_IS_SENT : WHAT_WOULD_BE_SENT}
      </h3>
      {preview.pieces.length === 0 && <p className={styles.soft}>{NOTHING_YET}</p>}
      {preview.messages.length > 0 ? (
        <Messages preview={preview} grove={grove} />
      ) : (
        <ol className={styles.pieces}>
          {namedPieces(preview).map(({ name, piece }) => (
            <li key={`${name.kind} ${name.nth}`} className={styles.piece} data-kind={piece.kind}>
              <Piece name={name} piece={piece} heading="h4" />
            </li>
          ))}
        </ol>
      )}
    </section>
  );
}
