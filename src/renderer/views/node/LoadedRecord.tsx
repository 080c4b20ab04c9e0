import { type ReactNode, useId } from 'react';
import type { NodeId } from '../../../core/ids.ts';
import {
  ANSWER_MISSING,
  answerAsReceived,
  durationText,
  HEADERS_OF_ANSWER,
  NOT_GIVEN,
  NOT_TOLD,
  PARAMETERS_OF_REQUEST,
  PROMPT_STATES,
  RECORD_FACTS,
  RECORD_MISSING,
  REST_IS_IN_GROVE,
  sentOtherwiseText,
  tokensRead,
  tokensThought,
  tokensWritten,
} from '../../../ui-text/node/record.ts';
import { dateAndTime } from '../../../ui-text/time.ts';
import { LOADING } from '../../../ui-text/window/buttons.ts';
import { useStore, useTreeDesk } from '../../session/hooks.ts';
import type { RecordedAnswer } from '../../session/tree/node-session.ts';
import styles from './AnswerRecord.module.css';
import { Fact } from './Fact.tsx';
import panes from './NodePane.module.css';

/** The record of an answer. @param record undefined until it is read; null if there is none */
export function LoadedRecord({ record }: { readonly record: RecordedAnswer | null | undefined }) {
  if (record === undefined) return <p className={panes.soft}>{LOADING}</p>;
  if (record === null) return <p className={panes.soft}>{RECORD_MISSING}</p>;
  return <RecordDetails record={record} />;
}

function RecordDetails({ record }: { readonly record: RecordedAnswer }) {
  const { body } = record;
  const otherwise = sentOtherwiseText(record.sentOtherwise);
  return (
    <>
      <dl className={panes.facts}>
        <Fact name={RECORD_FACTS.provider}>{record.provider}</Fact>
        <Fact name={RECORD_FACTS.model}>{record.model ?? NOT_GIVEN}</Fact>
        <Fact name={RECORD_FACTS.request}>{record.requestId ?? NOT_GIVEN}</Fact>
        <Fact name={RECORD_FACTS.requested}>{dateAndTime(record.requestedAt)}</Fact>
        <Fact name={RECORD_FACTS.took}>{durationText(record.latencyMs)}</Fact>
        <Fact name={RECORD_FACTS.tokens}>{formatTokens(record)}</Fact>
        <Fact name={RECORD_FACTS.prompt}>{PROMPT_STATES[record.prompt]}</Fact>
        <Fact name={RECORD_FACTS.hash}>
          <code className={panes.code}>{record.bodySha256}</code>
        </Fact>
        {otherwise !== '' && <Fact name={RECORD_FACTS.sent}>{otherwise}</Fact>}
      </dl>
      <TextBlock name={PARAMETERS_OF_REQUEST}>{JSON.stringify(record.request, null, 2)}</TextBlock>
      {body === null ? (
        <p className={panes.soft}>{ANSWER_MISSING}</p>
      ) : (
        <>
          {Object.keys(body.headers).length > 0 && (
            <TextBlock name={HEADERS_OF_ANSWER}>
              {Object.entries(body.headers)
                .map(([name, value]) => `${name}: ${value}`)
                .join('\n')}
            </TextBlock>
          )}
          <TextBlock name={answerAsReceived(body.bytes)}>
            {body.cut ? `${body.text}\n${REST_IS_IN_GROVE}` : body.text}
          </TextBlock>
        </>
      )}
    </>
  );
}

/** `12 read, 50 written, 30 for thinking`, as far as the provider reports it. */
function formatTokens({ tokenUsage }: RecordedAnswer): string {
  if (tokenUsage === null || typeof tokenUsage !== 'object' || Array.isArray(tokenUsage)) return NOT_TOLD;
  const { promptTokens, completionTokens, reasoningTokens } = tokenUsage as Readonly<Record<string, unknown>>;
  const parts = [
    ...(typeof promptTokens === 'number' ? [tokensRead(promptTokens)] : []),
    ...(typeof completionTokens === 'number' ? [tokensWritten(completionTokens)] : []),
    ...(typeof reasoningTokens === 'number' ? [tokensThought(reasoningTokens)] : []),
  ];
  return parts.length === 0 ? NOT_TOLD : parts.join(', ');
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

interface AnswerRecordProps {
  /** The node that came with the answer. */
  readonly nodeId: NodeId;
  readonly summary: ReactNode;
  /** One line of a list, without the room and the weight of a heading. */
  readonly quiet?: boolean;
}

/** The record of an answer that a model's text came from; loaded when it is opened. */
export function AnswerRecord({ nodeId, summary, quiet = false }: AnswerRecordProps) {
  const { node } = useTreeDesk();
  const record = useStore(node.records).get(nodeId);
  return (
    <details
      className={quiet ? undefined : styles.record}
      onToggle={(event) => {
        if (event.currentTarget.open) void node.readRecord(nodeId);
      }}
    >
      <summary className={quiet ? styles.quiet : styles.summary}>{summary}</summary>
      <LoadedRecord record={record} />
    </details>
  );
}
