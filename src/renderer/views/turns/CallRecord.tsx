import { useEffect, useState } from 'react';
import type { TurnId } from '../../../core/ids.ts';
import { useAppSession } from '../../session/hooks.ts';
import type { RecordedAnswer } from '../../session/tree/node-session.ts';
import { LoadedRecord } from '../node/LoadedRecord.tsx';

/** The record of the answer to a call of a turn; read when it appears. */
export function CallRecord({ turnId, call }: { readonly turnId: TurnId; readonly call: number }) {
  const { turns } = useAppSession();
  const [record, setRecord] = useState<RecordedAnswer | null | undefined>(undefined);
  useEffect(() => {
    let isShown = true;
    void turns.readRecord(turnId, call).then((read) => {
      if (isShown) setRecord(read);
    });
    return () => {
      isShown = false;
    };
  }, [turns, turnId, call]);
  return <LoadedRecord record={record} />;
}
