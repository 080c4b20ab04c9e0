import { NO_PREVIEW, PREVIEW } from '../../../ui-text/export-page.ts';
import type { ExportChoice, ExportPreview } from '../../session/window/exchange-session.ts';
import styles from './ExportPage.module.css';
import { pageForm } from './page-form.ts';
import { Sheets } from './Sheets.tsx';

interface ExportPreviewPaneProps {
  /** Null while it is read. */
  readonly preview: ExportPreview | null;
  readonly choice: ExportChoice;
}

/** The beginning of an export on paper. It is a picture of the file, so that it is white in dark themes too. */
export function ExportPreviewPane({ preview, choice }: ExportPreviewPaneProps) {
  if (preview === null) return <div className={styles.paper} />;
  const { beginning, form, header } = preview;
  const page = pageForm(choice, form);
  const isText = typeof beginning === 'string';
  const hasPages = page !== null && !isText && beginning.length > 0;
  return (
    <section
      // Another look begins at its first page.
      key={`${choice.format} ${choice.preset}`}
      className={hasPages ? styles.sheets : styles.paper}
      aria-label={PREVIEW}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls is reached by the keyboard.
      tabIndex={0}
    >
      {beginning.length === 0 && <p>{NO_PREVIEW}</p>}
      {isText && <pre className={styles.typed}>{beginning}</pre>}
      {hasPages && (
        <Sheets form={page} header={choice.format === 'docx' && choice.preset !== 'plain' ? header : null}>
          <BookBeginning preview={preview} choice={choice} />
        </Sheets>
      )}
      {!hasPages && !isText && <BookBeginning preview={preview} choice={choice} />}
    </section>
  );
}

interface BookBeginningProps {
  readonly preview: ExportPreview;
  readonly choice: ExportChoice;
}

function BookBeginning({
  preview: { first, form, beginning },
  choice: { format, preset },
}: BookBeginningProps) {
  const look = format === 'docx' ? preset : format;
  const isManuscript = look === 'manuscript';
  return (
    <div
      data-look={look}
      data-spaced={(!isManuscript && form.isSpaced) || undefined}
      data-justified={(!isManuscript && form.isJustified) || undefined}
      className={styles.book}
    >
      {first !== null && (
        <div className={styles.first}>
          {first.facts !== null && (
            <p className={styles.facts}>
              <span>{first.facts[0]}</span> <span>{first.facts[1]}</span>
            </p>
          )}
          <p className={styles.bookTitle}>{first.title}</p>
          {first.subtitle !== '' && <p className={styles.subtitle}>{first.subtitle}</p>}
          {first.byline !== '' && <p>{first.byline}</p>}
        </div>
      )}
      {typeof beginning !== 'string' &&
        beginning.map((block, index) => <Block key={String(index)} block={block} look={look} />)}
    </div>
  );
}

type PreviewBlock = Exclude<ExportPreview['beginning'], string>[number];

function Block({ block, look }: { readonly block: PreviewBlock; readonly look: string }) {
  const { kind, level, opens, startsPage, lines } = block;
  const place = { 'data-page': startsPage || undefined, dir: 'auto' as const };
  if (kind === 'break' && look === 'manuscript') return <p className={styles.break}>#</p>;
  const words = lines.map((line, index) => (
    <span key={String(index)} className={styles.line}>
      {line.map(({ text, emphasis, strong }, at) => (
        <span key={String(at)} data-emphasis={emphasis || undefined} data-strong={strong || undefined}>
          {text}
        </span>
      ))}
    </span>
  ));
  if (kind === 'break') return <p className={styles.break}>{words}</p>;
  if (kind === 'heading')
    return (
      <p className={styles.heading} data-level={level} data-heading={block.look} {...place}>
        {words}
      </p>
    );
  return (
    <p className={styles.paragraph} data-opens={opens || undefined} {...place}>
      {words}
    </p>
  );
}
