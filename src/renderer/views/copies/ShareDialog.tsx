import { useId, useState } from 'react';
import { useAppSession, useStore } from '../../session/hooks.ts';
import { Button } from '../../ui/Button.tsx';
import { SegmentedControl } from '../../ui/fields/SegmentedControl.tsx';
import { Switch } from '../../ui/fields/Switch.tsx';
import { Dialog, DialogActions } from '../../ui/layers/Dialog.tsx';
import styles from './ShareDialog.module.css';

const EXPLANATIONS = {
  path: 'Only the text on this path and who wrote it: no other branches, no old versions, nothing pruned, no notes, no memory, and none of the models’ requests and answers.',
  grove:
    'Every tree with every branch, version and note, including pruned and archived ones. The record of which computers opened it is left out, and so is what you do not choose here.',
} as const;

/** Asks what to write into a copy for someone else. */
export function ShareDialog() {
  const { copies } = useAppSession();
  const isShown = useStore(copies.isSharing);
  const [kind, setKind] = useState<'path' | 'grove'>('path');
  const [answers, setAnswers] = useState(false);
  const [traces, setTraces] = useState(false);
  const explanationId = useId();
  if (!isShown) return null;
  return (
    <Dialog
      title="Share a copy"
      text={<p>Writes a separate file for someone else. Your grove does not change.</p>}
      onClose={() => copies.closeSharing()}
    >
      <div className={styles.choices}>
        <SegmentedControl<'path' | 'grove'>
          label="What to share"
          describedBy={explanationId}
          wide
          value={kind}
          options={[
            { value: 'path', text: 'This path' },
            { value: 'grove', text: 'The whole grove' },
          ]}
          onChange={setKind}
        />
        <p id={explanationId} className={styles.explained}>
          {EXPLANATIONS[kind]} Uncommitted text is not included.
        </p>
        {kind === 'grove' && (
          <>
            <Part
              label="The models’ answers, byte for byte"
              text="Without them, every text can still be verified by the answer’s hash."
              on={answers}
              onChange={setAnswers}
            />
            <Part
              label="What agents did, command by command"
              text="The traces of conversations, which tell what agents read and what you let them do."
              on={traces}
              onChange={setTraces}
            />
          </>
        )}
      </div>
      <DialogActions>
        <Button onClick={() => copies.closeSharing()}>Cancel</Button>
        <Button
          variant="primary"
          onClick={() => void copies.share(kind === 'path' ? 'path' : { answers, traces })}
        >
          Choose where…
        </Button>
      </DialogActions>
    </Dialog>
  );
}

interface PartProps {
  readonly label: string;
  /** What it means to leave it out, or to include it. */
  readonly text: string;
  readonly on: boolean;
  onChange(on: boolean): void;
}

/** Something that a shared grove has only on request. */
function Part({ label, text, on, onChange }: PartProps) {
  const id = useId();
  return (
    <div className={styles.part}>
      <div>
        <p>{label}</p>
        <p id={id} className={styles.explained}>
          {text}
        </p>
      </div>
      <Switch label={label} describedBy={id} on={on} onChange={onChange} />
    </div>
  );
}
