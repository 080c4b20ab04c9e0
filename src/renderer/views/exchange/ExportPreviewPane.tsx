import { NO_PREVIEW, PREVIEW } from '../../../ui-text/export-page.ts';
import type { ExportChoice, ExportPreview } from '../../session/window/exchange-session.ts';
import styles from './ExportPage.module.css';

interface ExportPreviewPaneProps {
  /** Null while it is read. */
  readonly preview: ExportPreview | null;
  readonly choice: ExportChoice;
}

/** The beginning of an export on paper. It is a picture of the file, so that it is white in dark themes too. */
export function ExportPreviewPane({ preview, choice: { format, preset } }: ExportPreviewPaneProps) {
  if (preview === null) return <div className={styles.paper} />;
  const { beginning } = preview;
  const look = format === 'docx' ? preset : format;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls is reached by the keyboard.
    <section className={styles.paper} aria-label={PREVIEW} data-look={look} tabIndex={0}>
      {beginning.length === 0 && <p>{NO_PREVIEW}</p>}
      {typeof beginning === 'string' ? (
        <pre className={styles.typed}>{beginning}</pre>
      ) : (
        beginning.map((block, index) => <Block key={String(index)} block={block} look={look} />)
      )}
    </section>
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
      <p className={styles.heading} data-level={level} {...place}>
        {words}
      </p>
    );
  return (
    <p className={styles.paragraph} data-opens={opens || undefined} {...place}>
      {words}
    </p>
  );
}
