import { type ReactNode, useState } from 'react';
import { MAX_REMARK_LENGTH } from '../../../core/text/limits.ts';
import { HISTORY_TITLE, NAME_SETTINGS, NAMES_TITLE } from '../../../ui-text/context/sent.ts';
import {
  EMPTY,
  FROM_THE_END,
  IF_TOO_LONG,
  MESSAGE_STRATEGIES,
  NOT_SAVED_YET,
  STRATEGIES,
  TREE_TEXTS,
  WHAT_TO_SEND,
} from '../../../ui-text/context/tree-texts.ts';
import { useStore, useTreeDesk } from '../../session/hooks.ts';
import { DEPTH_RANGE } from '../../session/tree/context-texts.ts';
import { Accordion } from '../../ui/Accordion.tsx';
import { NumberField } from '../../ui/fields/NumberField.tsx';
import { RadioCards } from '../../ui/fields/RadioCards.tsx';
import { FirstLine, TypedText } from '../../ui/fields/TypedText.tsx';
import { HistoryFields, momentsKept } from './HistoryFields.tsx';
import styles from './TreeTextFields.module.css';

interface TreeTextFieldsProps {
  readonly readOnly: boolean;
  readonly isConversation: boolean;
}

/** The texts that a tree sends in addition to its own, and its other settings; saved with the tree as they are typed. */
export function TreeTextFields({ readOnly, isConversation }: TreeTextFieldsProps) {
  const { texts } = useTreeDesk();
  const { memory, authorsNote, authorsNoteDepth, systemContext, summary, truncation, names, history } =
    useStore(texts.store);
  const error = useStore(texts.error);
  const [open, setOpen] = useState<string | null>(null);
  const strategies = isConversation ? MESSAGE_STRATEGIES : STRATEGIES;
  const strategy = strategies.find(({ value }) => value === truncation);
  const naming = NAME_SETTINGS.find(({ value }) => value === names);
  const fromTheEnd = FROM_THE_END[isConversation ? 'messages' : 'paragraphs'];
  const textItem = (
    id: keyof typeof TREE_TEXTS,
    value: string,
    onChange: (value: string) => void,
    below: ReactNode = null,
  ) => ({
    id,
    title: TREE_TEXTS[id].title,
    note: <FirstLine empty={EMPTY} text={value} />,
    content: (
      <>
        <TypedText
          label={TREE_TEXTS[id].title}
          hint={TREE_TEXTS[id].hint}
          value={value}
          readOnly={readOnly}
          maxLength={MAX_REMARK_LENGTH}
          onChange={onChange}
          onLeave={() => void texts.flush()}
        />
        {below}
      </>
    ),
  });
  return (
    <div className={styles.fields}>
      {error !== null && (
        <p className={styles.trouble} role="status">
          {NOT_SAVED_YET}
        </p>
      )}
      <Accordion
        open={open}
        onOpen={setOpen}
        items={[
          textItem('memory', memory, (value) => texts.change({ memory: value })),
          textItem(
            'authorsNote',
            authorsNote,
            (value) => texts.change({ authorsNote: value }),
            readOnly ? (
              <p className={styles.hint}>
                {fromTheEnd}: {authorsNoteDepth}.
              </p>
            ) : (
              <NumberField
                label={fromTheEnd}
                value={authorsNoteDepth}
                {...DEPTH_RANGE}
                onChange={(value) => texts.change({ authorsNoteDepth: value })}
              />
            ),
          ),
          textItem('system', systemContext, (value) => texts.change({ systemContext: value })),
          textItem('summary', summary, (value) => texts.change({ summary: value })),
          {
            id: 'truncation',
            title: IF_TOO_LONG,
            note: strategy?.text,
            content: readOnly ? (
              <p className={styles.hint}>{strategy?.sentence}</p>
            ) : (
              <RadioCards
                label={WHAT_TO_SEND}
                value={truncation}
                options={strategies}
                onChange={(value) => texts.change({ truncation: value })}
              />
            ),
          },
          ...(isConversation
            ? [
                {
                  id: 'names',
                  title: NAMES_TITLE,
                  note: naming?.text,
                  content: readOnly ? (
                    <p className={styles.hint}>{naming?.sentence}</p>
                  ) : (
                    <RadioCards
                      label={NAMES_TITLE}
                      value={names}
                      options={NAME_SETTINGS}
                      onChange={(value) => texts.change({ names: value })}
                    />
                  ),
                },
              ]
            : [
                {
                  id: 'history',
                  title: HISTORY_TITLE,
                  note: momentsKept(history),
                  content: (
                    <HistoryFields
                      history={history}
                      readOnly={readOnly}
                      onChange={(changed) => texts.change({ history: changed })}
                    />
                  ),
                },
              ]),
        ]}
      />
    </div>
  );
}
