import { useEffect } from 'react';
import {
  ALL_DOCUMENTS,
  DOCUMENT_BESIDE,
  DOCUMENT_IN_THE_MIDDLE,
  NEW_BESIDE,
} from '../../../ui-text/documents.ts';
import { DOCUMENTS } from '../../../ui-text/grove/pane.ts';
import { distinctTitle, notesOnEqualTitles } from '../../../ui-text/tree/equal-titles.ts';
import { DeskContext, useAppSession, useStore } from '../../session/hooks.ts';
import type { ShownGrove } from '../../session/window/app-session.ts';
import type { Desk } from '../../session/window/tree-desks.ts';
import shared from '../../styles/shared.module.css';
import { Button } from '../../ui/Button.tsx';
import { BesideHead } from '../BesideHead.tsx';
import { useCommands } from '../commands.ts';
import styles from '../conversation/ConversationTab.module.css';
import { TreeRow } from '../grove/TreeRow.tsx';
import { BelowDocument } from '../links/Backlinks.tsx';
import { ManuscriptPane } from './ManuscriptPane.tsx';

export interface DocumentTabProps {
  readonly grove: ShownGrove;
  /** The tree that the window shows beside its own. */
  readonly companion: Desk | null;
  readonly nonce: string;
}

/** A document beside the shown tree, or the list of those that can be (`documents.md`, *Documents*). */
export function DocumentTab({ grove, companion, nonce }: DocumentTabProps) {
  const session = useAppSession();
  const { documents } = session;
  useStore(documents.chosen);
  const chosen = documents.findChosen();
  const chosenId = chosen?.id ?? null;
  useEffect(() => void session.showCompanion(chosenId), [session, chosenId]);
  useEffect(() => () => void session.showCompanion(null), [session]);
  const shown = companion?.mode === 'buffer' && companion.tree.treeId === chosenId ? companion : null;
  // After the text has appeared, and asked whether it takes the keyboard.
  useEffect(() => {
    if (shown !== null) documents.onShown();
  }, [documents, shown]);
  if (chosen === null) return <List grove={grove} />;
  const title = distinctTitle(chosen, session.trees.all);
  return (
    <div className={shared.column}>
      <BesideHead
        title={title}
        all={ALL_DOCUMENTS}
        onAll={() => documents.choose(null)}
        widen={{ label: DOCUMENT_IN_THE_MIDDLE, command: 'document.widen' }}
        begin={grove.readOnly ? null : { label: NEW_BESIDE, command: 'document.newBeside' }}
      />
      {shown !== null && (
        <DeskContext value={shown}>
          <ManuscriptPane
            key={chosen.id}
            isDocument
            beside
            title={title}
            agents={grove.agents}
            writerId={grove.writerId}
            readOnly={grove.readOnly}
            takesFocus={documents.takesFocus(chosen.id)}
            nonce={nonce}
          />
        </DeskContext>
      )}
      {shown !== null && <BelowDocument key={chosen.id} tree={shown.tree} readOnly={grove.readOnly} />}
    </div>
  );
}

/** The documents that can be beside the shown tree. */
function List({ grove }: { readonly grove: ShownGrove }) {
  const commands = useCommands();
  const { documents, trees } = useAppSession();
  const notes = notesOnEqualTitles(trees.all);
  const list = documents.list();
  return (
    <div className={styles.list}>
      {list.length === 0 ? (
        <p className={styles.hint}>{DOCUMENT_BESIDE}</p>
      ) : (
        <ul aria-label={DOCUMENTS}>
          {list.map((tree) => (
            <TreeRow
              key={tree.id}
              tree={tree}
              note={notes.get(tree.id)}
              isShown={false}
              readOnly={grove.readOnly}
              canRemove
              onOpen={() => documents.show(tree.id)}
            />
          ))}
        </ul>
      )}
      {!grove.readOnly && (
        <div className={styles.begin}>
          <Button
            hint={commands.hint('document.newBeside')}
            onClick={() => commands.run('document.newBeside')}
          >
            {NEW_BESIDE}
          </Button>
        </div>
      )}
    </div>
  );
}
