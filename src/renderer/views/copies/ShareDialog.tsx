import { useId, useState } from 'react';
import type { TreeId } from '../../../core/ids.ts';
import { SHARE, SHARED } from '../../../ui-text/copies.ts';
import { CANCEL } from '../../../ui-text/window/buttons.ts';
import { useAppSession, useStore } from '../../session/hooks.ts';
import type { SharingChoices } from '../../session/window/copies-session.ts';
import { Button } from '../../ui/Button.tsx';
import { Checkboxes } from '../../ui/fields/Checkbox.tsx';
import { SegmentedControl } from '../../ui/fields/SegmentedControl.tsx';
import { Switch } from '../../ui/fields/Switch.tsx';
import { Dialog, DialogActions } from '../../ui/layers/Dialog.tsx';
import styles from './ShareDialog.module.css';

/** Asks what to write into a copy for someone else. */
export function ShareDialog() {
  const offered = useStore(useAppSession().copies.sharing);
  return offered === null ? null : <OpenShareDialog offered={offered} />;
}

function OpenShareDialog({ offered }: { readonly offered: SharingChoices }) {
  const { copies } = useAppSession();
  const [chosen, setChosen] = useState<readonly TreeId[]>([]);
  const [kind, setKind] = useState<'path' | 'grove'>('path');
  const [answers, setAnswers] = useState(false);
  const [traces, setTraces] = useState(false);
  const explanationId = useId();
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
        {kind === 'path' && offered.documents.length > 0 && (
          <DocumentChoice offered={offered} chosen={chosen} onChoose={setChosen} />
        )}
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
          onClick={() => void copies.share(kind === 'path' ? chosen : { answers, traces })}
        >
          {SHARE.choose}
        </Button>
      </DialogActions>
    </Dialog>
  );
}

interface DocumentChoiceProps {
  readonly offered: SharingChoices;
  readonly chosen: readonly TreeId[];
  onChoose(chosen: readonly TreeId[]): void;
}

/** The documents that may go along, first those to which what is shared links. */
function DocumentChoice({ offered: { treeId, documents }, chosen, onChoose }: DocumentChoiceProps) {
  const shared = new Set([treeId, ...chosen]);
  const isLinked = ({ linkedFrom }: SharingChoices['documents'][number]) =>
    linkedFrom.some((id) => shared.has(id));
  const options = [...documents.filter(isLinked), ...documents.filter((one) => !isLinked(one))].map(
    (one) => ({
      value: one.treeId,
      text: (
        <span className={styles.document}>
          <span className={styles.title}>{one.title}</span>
          {isLinked(one) && <span className={styles.explained}>{SHARE.linked}</span>}
        </span>
      ),
    }),
  );
  return (
    <div className={styles.documents}>
      <Checkboxes
        label={SHARE.documents}
        options={options}
        chosen={chosen}
        onToggle={(id) =>
          onChoose(chosen.includes(id) ? chosen.filter((one) => one !== id) : [...chosen, id])
        }
      />
    </div>
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
