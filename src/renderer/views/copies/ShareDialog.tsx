import { useId, useState } from 'react';
import { SHARE, SHARED } from '../../../ui-text/copies.ts';
import { CANCEL } from '../../../ui-text/window/buttons.ts';
import { useAppSession, useStore } from '../../session/hooks.ts';
import { Button } from '../../ui/Button.tsx';
import { SegmentedControl } from '../../ui/fields/SegmentedControl.tsx';
import { Switch } from '../../ui/fields/Switch.tsx';
import { Dialog, DialogActions } from '../../ui/layers/Dialog.tsx';
import styles from './ShareDialog.module.css';

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
    <Dialog title={SHARE.title} text={<p>{SHARE.text}</p>} onClose={() => copies.closeSharing()}>
      <div className={styles.choices}>
        <SegmentedControl<'path' | 'grove'>
          label={SHARE.what}
          describedBy={explanationId}
          wide
          value={kind}
          options={[
            { value: 'path', text: SHARE.path },
            { value: 'grove', text: SHARE.grove },
          ]}
          onChange={setKind}
        />
        <p id={explanationId} className={styles.explained}>
          {SHARED[kind]} {SHARE.uncommitted}
        </p>
        {kind === 'grove' && (
          <>
            <Part label={SHARE.answers} text={SHARE.answersText} on={answers} onChange={setAnswers} />
            <Part label={SHARE.traces} text={SHARE.tracesText} on={traces} onChange={setTraces} />
          </>
        )}
      </div>
      <DialogActions>
        <Button onClick={() => copies.closeSharing()}>{CANCEL}</Button>
        <Button
          variant="primary"
          onClick={() => void copies.share(kind === 'path' ? 'path' : { answers, traces })}
        >
          {SHARE.choose}
        </Button>
      </DialogActions>
    </Dialog>
  );
}

interface PartProps {
  readonly label: string;
  /** The consequence of leaving it out, or of including it. */
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
