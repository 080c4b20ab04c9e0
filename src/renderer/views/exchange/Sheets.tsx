import { type CSSProperties, type ReactNode, useLayoutEffect, useRef, useState } from 'react';
import shared from '../../styles/shared.module.css';
import type { PageForm } from './page-form.ts';
import styles from './Sheets.module.css';

/** The most sheets that a preview shows. */
const MAX_SHEETS = 6;

interface SheetsProps {
  readonly form: PageForm;
  /** The words above every page but the first, before its number; null for none. */
  readonly header: string | null;
  readonly children: ReactNode;
}

/**
 * Sheets of paper in their proportions, as wide as there is room. The text is set in columns as high as a page; each sheet
 * shows one of them. What assistive technology reads is the text once.
 */
export function Sheets({ form, header, children }: SheetsProps) {
  const room = useRef<HTMLDivElement>(null);
  const flow = useRef<HTMLDivElement>(null);
  const [width, setWidth] = useState(0);
  const [count, setCount] = useState(1);
  const [textWidth, textHeight] = [form.width - 2 * form.margin, form.height - 2 * form.margin];
  useLayoutEffect(() => {
    const element = room.current;
    if (element === null) return;
    const observer = new ResizeObserver(() => setWidth(element.clientWidth));
    observer.observe(element);
    setWidth(element.clientWidth);
    return () => observer.disconnect();
  }, []);
  useLayoutEffect(() => {
    const columns = Math.round((flow.current?.scrollWidth ?? 0) / textWidth);
    setCount(Math.min(MAX_SHEETS, Math.max(1, columns)));
  });
  const scale = Math.min(1, width / form.width);
  return (
    <div ref={room} className={styles.room}>
      <div className={shared.spoken}>{children}</div>
      {Array.from({ length: count }, (_, index) => (
        <div
          key={String(index)}
          className={styles.sheet}
          style={{ width: form.width * scale, height: form.height * scale }}
          aria-hidden
        >
          <div
            className={styles.page}
            style={{ ...variables(form), width: form.width, height: form.height, scale: String(scale) }}
          >
            {header !== null && index > 0 && (
              <p className={styles.header} data-side={form.headerSide}>{`${header}${index + 1}`}</p>
            )}
            <div className={styles.text} style={{ width: textWidth, height: textHeight }}>
              <div
                ref={index === 0 ? flow : undefined}
                className={styles.flow}
                style={{ columnWidth: textWidth, height: textHeight, translate: `${-index * textWidth}px` }}
              >
                {children}
              </div>
            </div>
          </div>
        </div>
      ))}
    </div>
  );
}

function variables({ margin, indent, sink, size, font, line }: PageForm): CSSProperties {
  return {
    '--page-margin': `${margin}px`,
    '--page-indent': `${indent}px`,
    '--page-sink': `${sink}px`,
    fontFamily: font,
    fontSize: size,
    lineHeight: line,
  } as CSSProperties;
}
