import { useState } from 'react';
import { hostOf } from '../../../core/answers/service-address.ts';
import type { TreeId } from '../../../core/ids.ts';
import { STAMP, sendFingerprint, sentFingerprint } from '../../../ui-text/report.ts';
import { useAppSession, useStore } from '../../session/hooks.ts';
import type { SavedReport } from '../../session/window/report-session.ts';
import { Button } from '../../ui/Button.tsx';
import { Dialog, DialogActions } from '../../ui/layers/Dialog.tsx';
import styles from './Report.module.css';

/** Has a report stamped by a service: it is saved first, and its hash is shown before that is sent. */
export function StampPart({ treeId }: { readonly treeId: TreeId }) {
  const { report, preferences, fullPage } = useAppSession();
  const { stampService } = useStore(preferences);
  const [asked, setAsked] = useState<SavedReport | null>(null);
  return (
    <div className={styles.part}>
      <h3>{STAMP.title}</h3>
      <p className={styles.soft}>{stampService === '' ? `${STAMP.about} ${STAMP.none}` : STAMP.about}</p>
      {stampService === '' ? (
        <Button onClick={() => fullPage.set({ kind: 'settings', section: 'privacy' })}>{STAMP.enter}</Button>
      ) : (
        <>
          <p className={styles.soft}>{STAMP.check}</p>
          <p className={styles.code}>{STAMP.command}</p>
          <div className={styles.actions}>
            <Button onClick={() => void report.save(treeId, 'json').then(setAsked)}>{STAMP.save}</Button>
          </div>
        </>
      )}
      {asked !== null && (
        <Dialog
          title={sendFingerprint(hostOf(stampService))}
          text={
            <>
              <p>{sentFingerprint(asked.name)}</p>
              <p className={styles.hash}>{asked.sha256}</p>
            </>
          }
          onClose={() => setAsked(null)}
        >
          <DialogActions>
            <Button onClick={() => setAsked(null)}>{STAMP.without}</Button>
            <Button
              variant="primary"
              onClick={() => {
                setAsked(null);
                void report.stamp(asked);
              }}
            >
              {STAMP.send}
            </Button>
          </DialogActions>
        </Dialog>
      )}
    </div>
  );
}
