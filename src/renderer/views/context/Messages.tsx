import { useState } from 'react';
import { roleName, showMoreMessages } from '../../../ui-text/context/sent.ts';
import { listOf } from '../../../ui-text/plural.ts';
import { type ContextPreview, type NamedMessage, namedMessages } from '../../session/tree/context-session.ts';
import type { ShownGrove } from '../../session/window/app-session.ts';
import { findAgent } from '../../session/window/find-agent.ts';
import { Button } from '../../ui/Button.tsx';
import styles from './ContextPane.module.css';
import { Piece } from './Piece.tsx';

/** Messages listed from the beginning. */
const SHOWN_FIRST = 10;
/** Messages listed before those at the end, and step by which more are. */
const SHOWN_LAST = 40;

/** The name of its first piece. */
function keyOf({ pieces: [first] }: NamedMessage): string {
  return `${first?.name.kind} ${first?.name.nth}`;
}

interface MessagesProps {
  readonly preview: ContextPreview;
  readonly grove: ShownGrove;
}

/** The messages of a request. Of a long conversation, those between its ends are listed on request. */
export function Messages({ preview, grove }: MessagesProps) {
  const [last, setLast] = useState(SHOWN_LAST);
  const messages = namedMessages(preview);
  const rest = messages.length - SHOWN_FIRST - last;
  const shown = (from: number, to?: number) =>
    messages
      .slice(from, to)
      .map((message) => <Message key={keyOf(message)} message={message} grove={grove} />);
  return (
    <ol className={styles.pieces}>
      {shown(0, SHOWN_FIRST)}
      {rest > 0 && (
        <li className={styles.more}>
          <Button variant="quiet" onClick={() => setLast(last + SHOWN_LAST)}>
            {showMoreMessages(rest)}
          </Button>
        </li>
      )}
      {shown(SHOWN_FIRST + Math.max(0, rest))}
    </ol>
  );
}

function Message({
  message: { role, speakers, pieces },
  grove,
}: {
  readonly message: NamedMessage;
  readonly grove: ShownGrove;
}) {
  const names = speakers.flatMap((id) => findAgent(grove, id)?.name ?? []);
  return (
    <li className={styles.message} data-role={role}>
      <h4 className={styles.role}>
        {roleName(role)} {names.length > 0 && <span className={styles.soft}>{listOf(names)}</span>}
      </h4>
      <ol className={styles.pieces}>
        {pieces.map(({ name, piece }) => (
          <li key={`${name.kind} ${name.nth}`} className={styles.piece} data-kind={piece.kind}>
            <Piece name={name} piece={piece} heading="h5" />
          </li>
        ))}
      </ol>
    </li>
  );
}
