import { useState } from 'react';
import type { TreeId } from '../../../core/ids.ts';
import {
  CLOSE_EXPORT,
  chapterOption,
  EXPORT_FORMATS,
  EXPORT_NOW,
  EXPORT_OF,
  FORMATS,
  OPEN_BOOK_FROM_EXPORT,
  PRESETS,
  WHAT,
} from '../../../ui-text/export-page.ts';
import { useAppSession } from '../../session/hooks.ts';
import { type ExportChoice, isFolder } from '../../session/window/exchange-session.ts';
import { Button } from '../../ui/Button.tsx';
import { RadioCards } from '../../ui/fields/RadioCards.tsx';
import { Select } from '../../ui/fields/Select.tsx';
import { FullPage } from '../full-page/FullPage.tsx';
import styles from './ExportPage.module.css';
import { ExportPreviewPane } from './ExportPreviewPane.tsx';
import { useExportPreview } from './use-export-preview.ts';

const SHOWN_FORMATS = Object.keys(FORMATS) as readonly ExportChoice['format'][];
const LOOKS = Object.keys(PRESETS.options) as readonly ExportChoice['preset'][];

/** Ways to export a story: a tab for each format, what goes out, and how it begins. */
export function ExportPage({ treeId }: { readonly treeId: TreeId }) {
  const { exchange, trees } = useAppSession();
  const [choice, setChoice] = useState<ExportChoice>(() => exchange.choiceOf(treeId));
  const title = trees.all.find(({ id }) => id === treeId)?.title ?? '';
  const content = <ExportForm treeId={treeId} choice={choice} onChange={setChoice} />;
  return (
    <FullPage
      title={EXPORT_OF(title)}
      label={EXPORT_FORMATS}
      closeLabel={CLOSE_EXPORT}
      isWide
      sections={SHOWN_FORMATS.map((id) => ({ id, title: FORMATS[id].title, content }))}
      shown={choice.format}
      onShow={(format) => setChoice({ ...choice, format: format as ExportChoice['format'] })}
    />
  );
}

interface ExportFormProps {
  readonly treeId: TreeId;
  readonly choice: ExportChoice;
  onChange(choice: ExportChoice): void;
}

function ExportForm({ treeId, choice, onChange }: ExportFormProps) {
  const { exchange, fullPage } = useAppSession();
  const preview = useExportPreview(treeId, choice);
  const chapters = preview?.chapters ?? [];
  return (
    <div className={styles.export}>
      <div className={styles.choices}>
        <p className={styles.about}>{FORMATS[choice.format].about}</p>
        {choice.format === 'docx' && (
          <RadioCards<ExportChoice['preset']>
            label={PRESETS.label}
            value={choice.preset}
            options={LOOKS.map((value) => ({ value, ...PRESETS.options[value] }))}
            onChange={(preset) => onChange({ ...choice, preset })}
          />
        )}
        {!isFolder(choice.format) && (
          <Select
            label={WHAT.label}
            value={String(choice.chapter ?? '')}
            options={[
              { value: '', text: WHAT.whole },
              ...chapters.map(({ label, words }, index) => ({
                value: String(index),
                text: chapterOption(label, words),
              })),
            ]}
            onChange={(value) => onChange({ ...choice, chapter: value === '' ? null : Number(value) })}
          />
        )}
        <div className={styles.actions}>
          <Button variant="primary" onClick={() => void exchange.exportChosen(choice)}>
            {EXPORT_NOW}
          </Button>
          {choice.format !== 'documents' && (
            <Button onClick={() => fullPage.set({ kind: 'book', treeId })}>{OPEN_BOOK_FROM_EXPORT}</Button>
          )}
        </div>
      </div>
      <ExportPreviewPane preview={preview} choice={choice} />
    </div>
  );
}
