import { type ReactNode, useCallback, useEffect, useState } from 'react';
import type { ReportSummary } from '../../../core/exchange/authorship-report.ts';
import type { TreeId } from '../../../core/ids.ts';
import {
  AUTHORS_NOT_READ,
  CLOSE_REPORT,
  NOTHING_TO_REPORT,
  READ_AUTHORS_AGAIN,
  READING_AUTHORS,
  REPORT,
  REPORT_PARTS,
  REPORT_SECTIONS,
} from '../../../ui-text/report.ts';
import { useAppSession } from '../../session/hooks.ts';
import { Button } from '../../ui/Button.tsx';
import { FullPage } from '../full-page/FullPage.tsx';
import { AllSection } from './AllSection.tsx';
import { ProofSection } from './ProofSection.tsx';
import styles from './Report.module.css';
import { ChaptersSection, DaysSection, ModelsSection } from './ReportTables.tsx';

const SECTIONS = Object.keys(REPORT_SECTIONS) as readonly (keyof typeof REPORT_SECTIONS)[];
const CONTENTS = {
  all: AllSection,
  chapters: ChaptersSection,
  days: DaysSection,
  models: ModelsSection,
  proof: ProofSection,
};

/** The report of authorship of a story, as it was when the page was opened. */
export function ReportPage({ treeId }: { readonly treeId: TreeId }) {
  const { report: session } = useAppSession();
  const [report, setReport] = useState<ReportSummary | 'reading' | null>('reading');
  const [shown, setShown] = useState<string>(SECTIONS[0] ?? '');
  const read = useCallback(() => {
    let isShown = true;
    setReport('reading');
    void session.read(treeId).then((next) => {
      if (isShown) setReport(next);
    });
    return () => {
      isShown = false;
    };
  }, [session, treeId]);
  useEffect(read, [read]);

  const contentOf = (id: keyof typeof REPORT_SECTIONS): ReactNode => {
    if (report === 'reading') return <p className={styles.soft}>{READING_AUTHORS}</p>;
    if (report === null)
      return (
        <>
          <p className={styles.soft}>{AUTHORS_NOT_READ}</p>
          <Button onClick={() => void read()}>{READ_AUTHORS_AGAIN}</Button>
        </>
      );
    if (report.text.length === 0) return <p className={styles.soft}>{NOTHING_TO_REPORT}</p>;
    const Content = CONTENTS[id];
    return <Content report={report} />;
  };
  return (
    <FullPage
      title={REPORT}
      label={REPORT_PARTS}
      closeLabel={CLOSE_REPORT}
      isWide
      sections={SECTIONS.map((id) => ({ id, title: REPORT_SECTIONS[id], content: contentOf(id) }))}
      shown={shown}
      onShow={setShown}
    />
  );
}
