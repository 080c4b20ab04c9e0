import { useId, useState } from 'react';
import { useAppSession, useStore } from '../../session/hooks.ts';
import { Button } from '../../ui/Button.tsx';
import { SegmentedControl } from '../../ui/fields/SegmentedControl.tsx';
import { Switch } from '../../ui/fields/Switch.tsx';
import { Dialog, DialogActions } from '../../ui/layers/Dialog.tsx';
import styles from './ShareDialog.module.css';

const WHAT = {
  path: 'Only the text on this path and who wrote it: no other branch, no old version, nothing pruned, no notes, no memory, and nothing of what models were asked or answered.',
  grove:
    'Every tree with every branch, version and note, the pruned and the archived ones too. What is left out: on which computers it was open.',
} as const;

/** What of the grove somebody else gets. */
export function ShareDialog() {
  const { copies } = useAppSession();
  const isShown = useStore(copies.isSharing);
  const [kind, setKind] = useState<'path' | 'grove'>('path');
  const [answers, setAnswers] = useState(false);
  const explained = useId();
  const ofAnswers = useId();
  if (!isShown) return null;
  return (
    <Dialog
      title="Share a copy"
      text={<p>A file of its own for somebody else. Your grove stays as it is.</p>}
      onClose={() => copies.closeSharing()}
    >
      <div className={styles.choices}>
        <SegmentedControl<'path' | 'grove'>
          label="What is shared"
          describedBy={explained}
          wide
          value={kind}
          options={[
            { value: 'path', text: 'This path' },
            { value: 'grove', text: 'The whole grove' },
          ]}
          onChange={setKind}
        />
        <p id={explained} className={styles.explained}>
          {WHAT[kind]} What is typed and not committed stays here.
        </p>
        {kind === 'grove' && (
          <div className={styles.answers}>
            <div>
              <p>What the models answered, byte for byte</p>
              <p id={ofAnswers} className={styles.explained}>
                Without it every text still verifies, by the answer’s fingerprint.
              </p>
            </div>
            <Switch
              label="What the models answered, byte for byte"
              describedBy={ofAnswers}
              on={answers}
              onChange={setAnswers}
            />
          </div>
        )}
      </div>
      <DialogActions>
        <Button onClick={() => copies.closeSharing()}>Cancel</Button>
        <Button look="primary" onClick={() => void copies.share(kind === 'path' ? 'path' : { answers })}>
          Choose where…
        </Button>
      </DialogActions>
    </Dialog>
  );
}
