import { useEffect, useId } from 'react';
import type { Agent } from '../../../core/tree/agent.ts';
import { generateHere } from '../../../ui-text/continuations.ts';
import { NOTES } from '../../../ui-text/node/notes.ts';
import { amountText, askedText } from '../../../ui-text/page/generate.ts';
import { useAppSession, useStore, useTreeDesk } from '../../session/hooks.ts';
import { activeModelAgents } from '../../session/settings/generation-choice.ts';
import shared from '../../styles/shared.module.css';
import styles from './NoAlternative.module.css';

interface NoAlternativeProps {
  readonly agents: readonly Agent[];
  readonly readOnly: boolean;
}

/** In place of alternatives to a passage that has none: what Generate would do at the caret, and the passage's notes. */
export function NoAlternative({ agents, readOnly }: NoAlternativeProps) {
  const { choice } = useTreeDesk();
  const { agentIds, count, maxTokens } = useStore(choice.store);
  const asked = activeModelAgents(agents).filter(({ id }) => agentIds.includes(id));
  const amount = amountText({ askedFor: 'continuations', agents: asked.length, count, maxTokens });
  return (
    <div className={styles.here}>
      {!readOnly && asked.length > 0 && (
        <p className={shared.remark}>{generateHere(askedText(asked.map(({ name }) => name)), amount)}</p>
      )}
      <NotesHere />
    </div>
  );
}

/** The notes on the caret's passage; each leads to the tab that has them whole. Nothing if there are none. */
function NotesHere() {
  const tree = useTreeDesk();
  const session = useAppSession();
  const shown = useStore(tree.node.shown);
  const id = useId();
  useEffect(() => tree.node.watch(), [tree]);
  const notes = shown?.notes.filter(({ removed }) => !removed) ?? [];
  if (shown === null || notes.length === 0) return null;
  return (
    <section aria-labelledby={id}>
      <h3 id={id} className={styles.heading}>
        {NOTES}
      </h3>
      <ul>
        {notes.map((note) => (
          <li key={note.positionId}>
            <button
              type="button"
              className={styles.note}
              dir="auto"
              onClick={() => {
                session.showTab('node');
                tree.nodeCommands.showNotes(shown.positionId);
              }}
            >
              {note.text}
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}
