import { useEffect, useState } from 'react';
import type { TreeId } from '../../../core/ids.ts';
import { useAppSession } from '../../session/hooks.ts';
import type { ExportChoice, ExportPreview } from '../../session/window/exchange-session.ts';

/** The beginning of an export; the one before until it is there, and null before the first. */
export function useExportPreview(treeId: TreeId, choice: ExportChoice): ExportPreview | null {
  const { exchange, notices } = useAppSession();
  const [preview, setPreview] = useState<ExportPreview | null>(null);
  useEffect(() => {
    let isShown = true;
    void notices.attempt(async () => {
      const next = await exchange.preview(treeId, choice);
      if (isShown) setPreview(next);
    });
    return () => {
      isShown = false;
    };
  }, [exchange, notices, treeId, choice]);
  return preview;
}
