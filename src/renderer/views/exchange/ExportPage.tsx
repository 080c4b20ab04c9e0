import { useState } from 'react';
import type { TreeId } from '../../../core/ids.ts';
import {
  CLOSE_EXPORT,
  EXPORT_FORMATS,
  EXPORT_NOW,
  EXPORT_OF,
  FORMATS,
  MARKS,
  OPEN_BOOK_FROM_EXPORT,
  PRESETS,
} from '../../../ui-text/export-page.ts';
import { useAppSession } from '../../session/hooks.ts';
import { type ExportChoice, type ExportSelection, isFolder } from '../../session/window/exchange-session.ts';
import { Button } from '../../ui/Button.tsx';
import { Checkboxes } from '../../ui/fields/Checkbox.tsx';
import { RadioCards } from '../../ui/fields/RadioCards.tsx';
import { FullPage } from '../full-page/FullPage.tsx';
import styles from './ExportPage.module.css';
import { ExportPreviewPane } from './ExportPreviewPane.tsx';
import { StoryPartFields } from './StoryPartFields.tsx';
import { useExportPreview } from './use-export-preview.ts';

const SHOWN_FORMATS = Object.keys(FORMATS) as readonly ExportChoice['format'][];
const LOOKS = Object.keys(PRESETS.options) as readonly ExportChoice['preset'][];

const WITH = ['withNotes', 'withSuggestions'] as const satisfies readonly (keyof ExportChoice)[];

interface ExportPageProps {
  readonly treeId: TreeId;
  /** As it was when the page was opened. */
  readonly selection: ExportSelection | null;
}

/** Ways to export a story: a tab for each format, what goes out, and how it begins. */
export function ExportPage({ treeId, selection }: ExportPageProps) {
  const { exchange, trees } = useAppSession();
  const [choice, setChoice] = useState<ExportChoice>(() => exchange.choiceOf(treeId));
  const title = trees.all.find(({ id }) => id === treeId)?.title ?? '';
  const content = <ExportForm treeId={treeId} selection={selection} choice={choice} onChange={setChoice} />;
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

interface ExportFormProps extends ExportPageProps {
  readonly choice: ExportChoice;
  onChange(choice: ExportChoice): void;
}

function ExportForm({ treeId, selection, choice, onChange }: ExportFormProps) {
  const { exchange, fullPage } = useAppSession();
  const preview = useExportPreview(treeId, choice);
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
        {choice.format === 'docx' && (
          <Checkboxes
            label={MARKS.label}
            options={WITH.map((value) => ({ value, text: MARKS.options[value] }))}
            chosen={WITH.filter((value) => choice[value])}
            onToggle={(value) => onChange({ ...choice, [value]: !choice[value] })}
          />
        )}
        {!isFolder(choice.format) && (
          <StoryPartFields
            choice={choice}
            selection={selection}
            chapters={preview?.chapters ?? []}
            onChange={onChange}
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
