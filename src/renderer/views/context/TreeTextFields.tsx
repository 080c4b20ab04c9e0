import { useEffect, useId, useRef, useState } from 'react';
import { MAX_REMARK_LENGTH } from '../../../core/text/limits.ts';
import { NAME_SETTINGS, NAMES_TITLE } from '../../../ui-text/context.ts';
import { useStore, useTreeDesk } from '../../session/hooks.ts';
import { DEPTH_RANGE, type TruncationStrategy } from '../../session/tree/context-texts.ts';
import { Accordion } from '../../ui/Accordion.tsx';
import { NumberField } from '../../ui/fields/NumberField.tsx';
import { RadioCards } from '../../ui/fields/RadioCards.tsx';
import styles from './TreeTextFields.module.css';

const STRATEGIES: readonly {
  readonly value: TruncationStrategy;
  readonly text: string;
  readonly sentence: string;
}[] = [
  {
    value: 'truncateMiddle',
    text: 'Leave out the middle',
    sentence: 'The beginning and the end are sent, with a mark where text was left out.',
  },
  {
    value: 'rollingWindow',
    text: 'Leave out the beginning',
    sentence: 'As much of the end as fits is sent.',
  },
  {
    value: 'stopAtLimit',
    text: 'Send nothing',
    sentence: 'Generate refuses and says by how much the text is too long.',
  },
];

/** Of a conversation, whole messages are left out. */
const MESSAGE_STRATEGIES: typeof STRATEGIES = [
  {
    value: 'truncateMiddle',
    text: 'Leave out the middle',
    sentence: 'The first messages and the last are sent, with a mark where others were left out.',
  },
  {
    value: 'rollingWindow',
    text: 'Leave out the beginning',
    sentence: 'The first message and as many of the last as fit are sent, with a mark between them.',
  },
  {
    value: 'stopAtLimit',
    text: 'Send nothing',
    sentence: 'The request is refused and says by how much the messages are too long.',
  },
];

interface TreeTextFieldsProps {
  readonly readOnly: boolean;
  readonly isConversation: boolean;
}

/** The texts that a tree sends in addition to its own; saved with the tree as they are typed. */
export function TreeTextFields({ readOnly, isConversation }: TreeTextFieldsProps) {
  const { texts } = useTreeDesk();
  const { memory, authorsNote, authorsNoteDepth, systemContext, truncation, names } = useStore(texts.store);
  const error = useStore(texts.error);
  const [open, setOpen] = useState<string | null>(null);
  const strategies = isConversation ? MESSAGE_STRATEGIES : STRATEGIES;
  const strategy = strategies.find(({ value }) => value === truncation);
  const naming = NAME_SETTINGS.find(({ value }) => value === names);
  const unit = isConversation ? 'User messages' : 'Paragraphs';
  return (
    <div className={styles.fields}>
      {error !== null && (
        <p className={styles.trouble} role="status">
          Your changes here are not saved yet. Saving is retried every two seconds.
        </p>
      )}
      <Accordion
        open={open}
        onOpen={setOpen}
        items={[
          {
            id: 'memory',
            title: 'Memory',
            note: <Summary text={memory} />,
            content: (
              <TextArea
                label="Memory"
                hint="Sent before the text: what the model should always know."
                value={memory}
                readOnly={readOnly}
                onChange={(value) => texts.change({ memory: value })}
              />
            ),
          },
          {
            id: 'authorsNote',
            title: 'Author’s note',
            note: <Summary text={authorsNote} />,
            content: (
              <>
                <TextArea
                  label="Author’s note"
                  hint="Inserted shortly before the end of the text: what matters right now."
                  value={authorsNote}
                  readOnly={readOnly}
                  onChange={(value) => texts.change({ authorsNote: value })}
                />
                {readOnly ? (
                  <p className={styles.hint}>
                    {unit} from the end: {authorsNoteDepth}.
                  </p>
                ) : (
                  <NumberField
                    label={`${unit} from the end`}
                    value={authorsNoteDepth}
                    {...DEPTH_RANGE}
                    onChange={(value) => texts.change({ authorsNoteDepth: value })}
                  />
                )}
              </>
            ),
          },
          {
            id: 'system',
            title: 'System text',
            note: <Summary text={systemContext} />,
            content: (
              <TextArea
                label="System text"
                hint="Sent first, after the agent’s own system prompt."
                value={systemContext}
                readOnly={readOnly}
                onChange={(value) => texts.change({ systemContext: value })}
              />
            ),
          },
          {
            id: 'truncation',
            title: 'If the text does not fit',
            note: strategy?.text,
            content: readOnly ? (
              <p className={styles.hint}>{strategy?.sentence}</p>
            ) : (
              <RadioCards
                label="What to send"
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
            : []),
        ]}
      />
    </div>
  );
}

/** More than fits on a line. UTF-16 code units. */
const MAX_SUMMARY_LENGTH = 200;

/** Shown while the fold is closed: as much of the text's first line as fits. */
function Summary({ text }: { readonly text: string }) {
  const line = text.trim().split('\n', 1)[0] ?? '';
  return <span className={styles.state}>{line === '' ? 'empty' : line.slice(0, MAX_SUMMARY_LENGTH)}</span>;
}

interface TextAreaProps {
  readonly label: string;
  readonly hint: string;
  readonly value: string;
  readonly readOnly: boolean;
  onChange(value: string): void;
}

/**
 * A text that is applied as it is typed. It is uncontrolled: if React set its value on every change, the
 * browser's undo would go letter by letter.
 */
function TextArea({ label, hint, value, readOnly, onChange }: TextAreaProps) {
  const { texts } = useTreeDesk();
  const id = useId();
  const field = useRef<HTMLTextAreaElement>(null);
  const [initial] = useState(value);

  useEffect(() => {
    if (field.current !== null && field.current.value !== value) field.current.value = value;
  }, [value]);

  return (
    <div className={styles.field}>
      <textarea
        ref={field}
        className={styles.input}
        aria-label={label}
        aria-describedby={id}
        rows={5}
        maxLength={MAX_REMARK_LENGTH}
        readOnly={readOnly}
        defaultValue={initial}
        onChange={(event) => onChange(event.target.value)}
        onBlur={() => void texts.flush()}
      />
      <p id={id} className={styles.hint}>
        {hint}
      </p>
    </div>
  );
}
