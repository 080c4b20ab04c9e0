import { CLOSE_PROGRESS, PROGRESS, PROGRESS_LIST, PROGRESS_SECTIONS } from '../../../ui-text/progress.ts';
import { useAppSession } from '../../session/hooks.ts';
import type { BufferDesk } from '../../session/manuscript/buffer-desk.ts';
import { FullPage } from '../full-page/FullPage.tsx';
import { DaysSection } from './DaysSection.tsx';
import { TargetsSection } from './TargetsSection.tsx';

interface ProgressPageProps {
  readonly section: keyof typeof PROGRESS_SECTIONS;
  /** The manuscript that it is about. */
  readonly desk: BufferDesk;
}

/** The words of each day, and the targets of a manuscript. */
export function ProgressPage({ section, desk }: ProgressPageProps) {
  const { fullPage } = useAppSession();
  return (
    <FullPage
      title={PROGRESS}
      label={PROGRESS_LIST}
      closeLabel={CLOSE_PROGRESS}
      sections={[
        { id: 'days', title: PROGRESS_SECTIONS.days, content: <DaysSection desk={desk} /> },
        { id: 'targets', title: PROGRESS_SECTIONS.targets, content: <TargetsSection desk={desk} /> },
      ]}
      shown={section}
      onShow={(id) =>
        fullPage.set({ kind: 'progress', section: id === 'targets' ? 'targets' : 'days', desk })
      }
      isWide
    />
  );
}
