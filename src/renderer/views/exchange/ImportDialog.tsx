import { useRef, useState } from 'react';
import { IMPORT_QUESTION } from '../../../ui-text/exchange.ts';
import { CANCEL } from '../../../ui-text/window/buttons.ts';
import { useAppSession, useStore } from '../../session/hooks.ts';
import type { ImportQuestion } from '../../session/window/exchange-session.ts';
import { Button } from '../../ui/Button.tsx';
import { Select } from '../../ui/fields/Select.tsx';
import { Dialog, DialogActions } from '../../ui/layers/Dialog.tsx';
import styles from './ImportDialog.module.css';

/** Asks how to read a file, or whether to import it at all, before anything of it is written. */
export function ImportDialog() {
  const { exchange } = useAppSession();
  const question = useStore(exchange.question);
  if (question === null) return null;
  const onDecide = (reading: number | null) => void exchange.decide(reading);
  return <Question key={question.handle} question={question} onDecide={onDecide} />;
}

interface QuestionProps {
  readonly question: ImportQuestion;
  /** @param reading null to leave the file out */
  onDecide(reading: number | null): void;
}

function Question({ question: { name, looksLike, readings }, onDecide }: QuestionProps) {
  const [reading, setReading] = useState(0);
  // Enter imports a text as it seems to be, but leaves out what is none.
  const likely = useRef<HTMLButtonElement>(null);
  const text =
    looksLike === null ? (
      <p>{IMPORT_QUESTION.unclear}</p>
    ) : (
      <>
        <p>{looksLike}</p>
        <p>{IMPORT_QUESTION.save}</p>
      </>
    );
  const cancel = () => onDecide(null);
  return (
    <Dialog title={IMPORT_QUESTION.title(name)} text={text} initialFocus={likely} onClose={cancel}>
      <div className={styles.reading}>
        {readings.length > 1 && (
          <Select
            label={IMPORT_QUESTION.encoding}
            value={String(reading)}
            options={readings.map(({ encoding }, index) => ({ value: String(index), text: encoding }))}
            onChange={(value) => setReading(Number(value))}
          />
        )}
        <section className={styles.preview} aria-label={IMPORT_QUESTION.preview} aria-live="polite">
          <p lang="" dir="auto">
            {readings[reading]?.lines}
          </p>
        </section>
      </div>
      <DialogActions>
        <Button ref={looksLike === null ? null : likely} onClick={cancel}>
          {CANCEL}
        </Button>
        <Button
          ref={looksLike === null ? likely : null}
          variant={looksLike === null ? 'primary' : 'plain'}
          onClick={() => onDecide(reading)}
        >
          {looksLike === null ? IMPORT_QUESTION.import : IMPORT_QUESTION.importSave}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
