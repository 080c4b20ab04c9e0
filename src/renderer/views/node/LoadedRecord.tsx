import { useId } from 'react';
import type { RecordedAnswer } from '../../session/tree/node-session.ts';
import styles from './AnswerRecord.module.css';
import { Fact } from './Fact.tsx';
import { formatDuration, formatNumber, formatTime } from './format-node.ts';
import panes from './NodePane.module.css';

const PROMPT_STATES: Readonly<Record<RecordedAnswer['prompt'], string>> = {
  rebuilt: 'the tree reproduces exactly what was sent',
  missing: 'part of what was sent is not in this grove',
  other: 'the tree no longer reproduces what was sent',
};

/** The record of an answer. @param record undefined until it is read; null if there is none */
export function LoadedRecord({ record }: { readonly record: RecordedAnswer | null | undefined }) {
  if (record === undefined) return <p className={panes.soft}>Loading…</p>;
  if (record === null) return <p className={panes.soft}>The record is not in this grove.</p>;
  return <RecordDetails record={record} />;
}

function RecordDetails({ record }: { readonly record: RecordedAnswer }) {
  const { body } = record;
  return (
    <>
      <dl className={panes.facts}>
        <Fact name="Provider">{record.provider}</Fact>
        <Fact name="Model">{record.model ?? 'not given'}</Fact>
        <Fact name="Request">{record.requestId ?? 'not given'}</Fact>
        <Fact name="Requested">{formatTime(record.requestedAt)}</Fact>
        <Fact name="Took">{formatDuration(record.latencyMs)}</Fact>
        <Fact name="Tokens">{formatTokens(record)}</Fact>
        <Fact name="Prompt">{PROMPT_STATES[record.prompt]}</Fact>
        <Fact name="SHA-256">
          <code className={panes.code}>{record.bodySha256}</code>
        </Fact>
      </dl>
      <TextBlock name="Parameters of the request">{JSON.stringify(record.request, null, 2)}</TextBlock>
      {body === null ? (
        <p className={panes.soft}>The answer itself is not in this copy; its hash is.</p>
      ) : (
        <>
          {Object.keys(body.headers).length > 0 && (
            <TextBlock name="Headers of the answer">
              {Object.entries(body.headers)
                .map(([name, value]) => `${name}: ${value}`)
                .join('\n')}
            </TextBlock>
          )}
          <TextBlock name={`The answer as received, ${formatNumber(body.bytes)} bytes`}>
            {body.cut ? `${body.text}\n… (the rest is in the grove)` : body.text}
          </TextBlock>
        </>
      )}
    </>
  );
}

/** `12 read, 50 written`, as far as the provider reports it. */
function formatTokens({ tokenUsage }: RecordedAnswer): string {
  if (tokenUsage === null || typeof tokenUsage !== 'object' || Array.isArray(tokenUsage)) return 'not told';
  const { promptTokens, completionTokens } = tokenUsage as Readonly<Record<string, unknown>>;
  const parts = [
    ...(typeof promptTokens === 'number' ? [`${formatNumber(promptTokens)} read`] : []),
    ...(typeof completionTokens === 'number' ? [`${formatNumber(completionTokens)} written`] : []),
  ];
  return parts.length === 0 ? 'not told' : parts.join(', ');
}

/** Verbatim text in a scrolling field. */
function TextBlock({ name, children }: { readonly name: string; readonly children: string }) {
  const id = useId();
  return (
    <>
      <p id={id} className={styles.name}>
        {name}
      </p>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling field must be reachable with the keyboard */}
      <section className={styles.text} aria-labelledby={id} tabIndex={0}>
        <pre>{children}</pre>
      </section>
    </>
  );
}
