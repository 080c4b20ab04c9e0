import { useEffect, useId, useRef, useState } from 'react';
import { useOpenTree, useStore } from '../../session/hooks.ts';
import {
  DEPTH_RANGE,
  LONGEST_CONTEXT_TEXT,
  type TruncationStrategy,
} from '../../session/tree/context-texts.ts';
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
    sentence: 'The beginning and the end are sent, with a mark where something is missing.',
  },
  {
    value: 'rollingWindow',
    text: 'Leave out the beginning',
    sentence: 'The end is sent, as much of it as fits.',
  },
  {
    value: 'stopAtLimit',
    text: 'Send nothing',
    sentence: 'Generate refuses, and says by how much the text is too long.',
  },
];

/** What a tree sends beside its text; kept with the tree while it is typed. */
export function TreeTextFields({ readOnly }: { readonly readOnly: boolean }) {
  const { texts } = useOpenTree();
  const { memory, authorsNote, authorsNoteDepth, systemContext, truncation } = useStore(texts.store);
  const trouble = useStore(texts.trouble);
  const [open, setOpen] = useState<string | null>(null);
  const strategy = STRATEGIES.find(({ value }) => value === truncation);
  return (
    <div className={styles.fields}>
      {trouble !== null && (
        <p className={styles.trouble} role="status">
          What is typed here is not saved yet. It is tried again every two seconds.
        </p>
      )}
      <Accordion
        open={open}
        onOpen={setOpen}
        items={[
          {
            id: 'memory',
            title: 'Memory',
            note: <State text={memory} />,
            content: (
              <TextArea
                label="Memory"
                hint="Sent before the text: what the model should know all along."
                value={memory}
                readOnly={readOnly}
                onChange={(value) => texts.change({ memory: value })}
              />
            ),
          },
          {
            id: 'authorsNote',
            title: 'Author’s note',
            note: <State text={authorsNote} />,
            content: (
              <>
                <TextArea
                  label="Author’s note"
                  hint="Put into the text shortly before its end: what matters just now."
                  value={authorsNote}
                  readOnly={readOnly}
                  onChange={(value) => texts.change({ authorsNote: value })}
                />
                {readOnly ? (
                  <p className={styles.hint}>{authorsNoteDepth} paragraphs from the end.</p>
                ) : (
                  <NumberField
                    label="Paragraphs from the end"
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
            note: <State text={systemContext} />,
            content: (
              <TextArea
                label="System text"
                hint="Said to the model before all else, behind what the agent says of its own."
                value={systemContext}
                readOnly={readOnly}
                onChange={(value) => texts.change({ systemContext: value })}
              />
            ),
          },
          {
            id: 'truncation',
            title: 'When it does not fit',
            note: strategy?.text,
            content: readOnly ? (
              <p className={styles.hint}>{strategy?.sentence}</p>
            ) : (
              <RadioCards
                label="What is sent then"
                value={truncation}
                options={STRATEGIES}
                onChange={(value) => texts.change({ truncation: value })}
              />
            ),
          },
        ]}
      />
    </div>
  );
}

/** More of a line than there is room for. UTF-16 code units. */
const LONGEST_STATE = 200;

/** What a fold says of its text while it is closed: as much of its first line as there is room for. */
function State({ text }: { readonly text: string }) {
  const line = text.trim().split('\n', 1)[0] ?? '';
  return <span className={styles.state}>{line === '' ? 'empty' : line.slice(0, LONGEST_STATE)}</span>;
}

interface TextAreaProps {
  readonly label: string;
  readonly hint: string;
  readonly value: string;
  readonly readOnly: boolean;
  onChange(value: string): void;
}

/** A text that counts as it is typed. React lets it alone while it says what is typed, or its undo would go by letters. */
function TextArea({ label, hint, value, readOnly, onChange }: TextAreaProps) {
  const { texts } = useOpenTree();
  const id = useId();
  const field = useRef<HTMLTextAreaElement>(null);
  const [first] = useState(value);

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
        maxLength={LONGEST_CONTEXT_TEXT}
        readOnly={readOnly}
        defaultValue={first}
        onChange={(event) => onChange(event.target.value)}
        onBlur={() => void texts.flush()}
      />
      <p id={id} className={styles.hint}>
        {hint}
      </p>
    </div>
  );
}
