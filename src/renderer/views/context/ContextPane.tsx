import { type ReactNode, useEffect, useId, useMemo, useRef, useState } from 'react';
import type { Dimension } from '../../../core/history/history.ts';
import { historyLimits } from '../../../core/history/history-limits.ts';
import { MAX_REMARK_LENGTH } from '../../../core/text/limits.ts';
import type { HistorySettings, LoomTree } from '../../../core/tree/loom-tree.ts';
import {
  FOLD,
  foldedWords,
  morePassages,
  NEXT_REQUEST,
  NO_MODEL,
  NOT_SENT,
  NOTHING_YET,
  notRead,
  passageLength,
  SIZE_UNKNOWN,
  showWhole,
  sizeOfRequest,
  spacesNotSent,
  TO,
  tooLong,
  WHAT_IS_SENT,
  WHAT_WOULD_BE_SENT,
} from '../../../ui-text/context/next-request.ts';
import {
  HISTORY_SENTENCE,
  HISTORY_TITLE,
  KEPT_FOR,
  keptFor,
  MOMENTS_KEPT,
  NAME_SETTINGS,
  NAMES_TITLE,
  PIECE_NAMES,
  READINGS_KEPT,
  REASONS_NOT_SENT,
  RUNS_AT_MOST,
  RUNS_KEPT,
  RUNS_KEPT_AT_MOST,
  roleName,
  SENT_AS_CHAT_MESSAGE,
  SENT_AS_TEXT,
  SENT_TO_FILL_IN,
  sentAsMessages,
  showMoreMessages,
} from '../../../ui-text/context/sent.ts';
import {
  EMPTY,
  FROM_THE_END,
  IF_TOO_LONG,
  MESSAGE_STRATEGIES,
  NOT_SAVED_YET,
  STRATEGIES,
  TREE_TEXTS,
  WHAT_TO_SEND,
} from '../../../ui-text/context/tree-texts.ts';
import { LORE, LORE_NOTES, loreSent } from '../../../ui-text/lore.ts';
import { countOf, listOf } from '../../../ui-text/plural.ts';
import { LOADING } from '../../../ui-text/window/buttons.ts';
import { findAgent } from '../../session/find-agent.ts';
import { useStore, useTreeDesk } from '../../session/hooks.ts';
import {
  type ContextPiece,
  type ContextPreview,
  type NamedMessage,
  namedMessages,
  namedPieces,
  type OmittedRange,
  type PieceRef,
} from '../../session/tree/context-session.ts';
import { DEPTH_RANGE } from '../../session/tree/context-texts.ts';
import { isLore } from '../../session/tree/lore-entries.ts';
import type { ShownGrove } from '../../session/window/app-session.ts';
import shared from '../../styles/shared.module.css';
import { Accordion } from '../../ui/Accordion.tsx';
import { AgentName } from '../../ui/AgentName.tsx';
import { Button } from '../../ui/Button.tsx';
import { NumberField } from '../../ui/fields/NumberField.tsx';
import { RadioCards } from '../../ui/fields/RadioCards.tsx';
import { Select } from '../../ui/fields/Select.tsx';
import { FirstLine, TypedText } from '../../ui/fields/TypedText.tsx';
import { FiredLore } from '../lore/FiredLore.tsx';
import { LoreBookForm } from '../lore/LoreBookForm.tsx';
import { LoreForm } from '../lore/LoreForm.tsx';
import { useFocusRequest } from '../use-focus-request.ts';
import styles from './ContextPane.module.css';
import { chunksOf } from './chunks-of.ts';

/** Exactly what the next request would send, and the tree's additional texts. */
export function ContextPane({ grove }: { readonly grove: ShownGrove }) {
  const { context, treeId } = useTreeDesk();
  const tree = grove.trees.find(({ id }) => id === treeId);
  const shown = useStore(context.shown);
  const error = useStore(context.error);
  const agentId = useStore(context.agentId);
  const heading = useRef<HTMLHeadingElement>(null);

  useEffect(() => context.watch(), [context]);
  useFocusRequest(context.focusRequest, () => {
    heading.current?.focus();
    return true;
  });

  const preview = shown?.preview;
  return (
    <div className={shared.paneBody}>
      <h2 ref={heading} className={shared.paneTitle} tabIndex={-1}>
        {NEXT_REQUEST}
      </h2>
      <Recipient grove={grove} />
      {agentId === null && <p className={styles.soft}>{NO_MODEL}</p>}
      {error !== null && <p className={styles.trouble}>{notRead(error.detail)}</p>}
      {agentId !== null && error === null && preview === undefined && (
        <p className={styles.soft}>{LOADING}</p>
      )}
      {preview !== undefined && <TokenUsage preview={preview} />}
      <TreeTextFields
        readOnly={grove.readOnly}
        tree={tree}
        fired={preview?.lore.filter(({ fired }) => fired).length ?? 0}
      />
      {preview !== undefined && (
        <>
          <FiredLore verdicts={preview.lore} of={tree?.mode === 'dialogue' ? 'message' : 'paragraph'} />
          <Pieces preview={preview} grove={grove} />
          <Omissions preview={preview} />
        </>
      )}
    </div>
  );
}

/** The agent that would be asked; if several would be, a choice of the one to show. */
function Recipient({ grove }: { readonly grove: ShownGrove }) {
  const { context, choice } = useTreeDesk();
  const { agentIds } = useStore(choice.asked);
  const agentId = useStore(context.agentId);
  const agents = agentIds.flatMap((id) => findAgent(grove, id) ?? []);
  const agent = findAgent(grove, agentId);
  if (agent === undefined) return null;
  if (agents.length < 2) {
    return (
      <p className={styles.addressee}>
        {TO} <AgentName name={agent.name} colour={agent.color} />
      </p>
    );
  }
  return (
    <Select
      label={TO}
      value={agent.id}
      options={agents.map(({ id, name }) => ({ value: id, text: name }))}
      onChange={(id) => {
        const chosen = agents.find((known) => known.id === id);
        if (chosen !== undefined) context.selectAgent(chosen.id);
      }}
    />
  );
}

/** The share of the model's context size that the request uses. */
function TokenUsage({ preview }: { readonly preview: ContextPreview }) {
  const { tokens, reserve, window, refusal, trimmed } = preview;
  return (
    <div className={styles.room}>
      <p className={styles.tokens}>{sizeOfRequest(preview)}</p>
      {window !== null && (
        <div className={styles.bar} data-over={refusal !== null || undefined} aria-hidden="true">
          <span className={styles.taken} style={{ width: percent(tokens, window) }} />
          <span className={styles.kept} style={{ width: percent(reserve, window) }} />
        </div>
      )}
      {refusal !== null && <p className={styles.refusal}>{tooLong(preview.tooMany)}</p>}
      <p className={styles.soft}>
        {formatStyle(preview)}
        {window === null && ` ${SIZE_UNKNOWN}`}
        {trimmed > 0 && ` ${spacesNotSent(trimmed)}`}
      </p>
    </div>
  );
}

function percent(part: number, whole: number): string {
  return `${Math.min(100, (100 * part) / whole)}%`;
}

/** The request, piece by piece and in order; of a conversation, message by message. */
export function Pieces({ preview, grove }: { readonly preview: ContextPreview; readonly grove: ShownGrove }) {
  const id = useId();
  return (
    <section className={styles.section} aria-labelledby={id}>
      <h3 id={id} className={shared.paneHeading}>
        {preview.refusal === null ? WHAT_IS_SENT : WHAT_WOULD_BE_SENT}
      </h3>
      {preview.pieces.length === 0 && <p className={styles.soft}>{NOTHING_YET}</p>}
      {preview.messages.length > 0 ? (
        <Messages preview={preview} grove={grove} />
      ) : (
        <ol>
          {namedPieces(preview).map(({ name, piece }) => (
            <li key={`${name.kind} ${name.nth}`} className={styles.piece} data-kind={piece.kind}>
              <Piece name={name} piece={piece} heading="h4" />
            </li>
          ))}
        </ol>
      )}
    </section>
  );
}

/** Most passages listed; the rest are only counted. */
const MAX_SHOWN = 40;

/** The passages of the path that are not sent, and why. */
function Omissions({ preview: { omitted, messages } }: { readonly preview: ContextPreview }) {
  const id = useId();
  if (omitted.length === 0) return null;
  const rest = omitted.slice(MAX_SHOWN);
  return (
    <section className={styles.section} aria-labelledby={id}>
      <h3 id={id} className={shared.paneHeading}>
        {NOT_SENT}
      </h3>
      <ul>
        {omitted.slice(0, MAX_SHOWN).map((stretch) => (
          <li key={`${stretch.from.nodeId} ${stretch.from.offset}`} className={styles.piece}>
            <Omission stretch={stretch} ofWhat={messages.length > 0 ? 'messages' : 'passages'} />
          </li>
        ))}
      </ul>
      {rest.length > 0 && (
        <p className={styles.soft}>
          {morePassages(
            rest.length,
            rest.reduce((sum, { text }) => sum + text.words, 0),
          )}
        </p>
      )}
    </section>
  );
}

interface OmissionProps {
  readonly stretch: OmittedRange;
  readonly ofWhat: 'passages' | 'messages';
}

function Omission({ stretch: { reason, nodes, text }, ofWhat }: OmissionProps) {
  return (
    <>
      <h4 className={styles.pieceName}>
        {formatReason(reason)} <span className={styles.soft}>{passageLength(text.words, nodes, ofWhat)}</span>
      </h4>
      <p className={styles.excerpt}>
        {text.beginning.trim()}
        {text.end !== '' && ` … ${text.end.trim()}`}
      </p>
    </>
  );
}

/** Messages listed from the beginning. */
const SHOWN_FIRST = 10;
/** Messages listed before those at the end, and step by which more are. */
const SHOWN_LAST = 40;

/** The name of its first piece. */
function keyOf({ pieces: [first] }: NamedMessage): string {
  return `${first?.name.kind} ${first?.name.nth}`;
}

interface MessagesProps {
  readonly preview: ContextPreview;
  readonly grove: ShownGrove;
}

/** The messages of a request. Of a long conversation, those between its ends are listed on request. */
function Messages({ preview, grove }: MessagesProps) {
  const [last, setLast] = useState(SHOWN_LAST);
  const messages = namedMessages(preview);
  const rest = messages.length - SHOWN_FIRST - last;
  const shown = (from: number, to?: number) =>
    messages
      .slice(from, to)
      .map((message) => <Message key={keyOf(message)} message={message} grove={grove} />);
  return (
    <ol>
      {shown(0, SHOWN_FIRST)}
      {rest > 0 && (
        <li className={styles.more}>
          <Button variant="quiet" onClick={() => setLast(last + SHOWN_LAST)}>
            {showMoreMessages(rest)}
          </Button>
        </li>
      )}
      {shown(SHOWN_FIRST + Math.max(0, rest))}
    </ol>
  );
}

function Message({
  message: { role, speakers, pieces },
  grove,
}: {
  readonly message: NamedMessage;
  readonly grove: ShownGrove;
}) {
  const names = speakers.flatMap((id) => findAgent(grove, id)?.name ?? []);
  return (
    <li className={styles.message} data-role={role}>
      <h4 className={styles.role}>
        {roleName(role)} {names.length > 0 && <span className={styles.soft}>{listOf(names)}</span>}
      </h4>
      <ol>
        {pieces.map(({ name, piece }) => (
          <li key={`${name.kind} ${name.nth}`} className={styles.piece} data-kind={piece.kind}>
            <Piece name={name} piece={piece} heading="h5" />
          </li>
        ))}
      </ol>
    </li>
  );
}

interface TreeTextFieldsProps {
  readonly readOnly: boolean;
  readonly tree: LoomTree | undefined;
  /** The entries of lore in the next request. */
  readonly fired: number;
}

/** The texts that a tree sends in addition to its own, and its other settings; saved with the tree as they are typed. */
function TreeTextFields({ readOnly, tree, fired }: TreeTextFieldsProps) {
  const desk = useTreeDesk();
  const { texts } = desk;
  const { memory, authorsNote, authorsNoteDepth, systemContext, summary, truncation, names, history, lore } =
    useStore(texts.store);
  const isConversation = tree?.mode === 'dialogue';
  const error = useStore(texts.error);
  const [open, setOpen] = useState<string | null>(null);
  const strategies = isConversation ? MESSAGE_STRATEGIES : STRATEGIES;
  const strategy = strategies.find(({ value }) => value === truncation);
  const naming = NAME_SETTINGS.find(({ value }) => value === names);
  const fromTheEnd = FROM_THE_END[isConversation ? 'messages' : 'paragraphs'];
  const textItem = (
    id: keyof typeof TREE_TEXTS,
    value: string,
    onChange: (value: string) => void,
    below: ReactNode = null,
  ) => ({
    id,
    title: TREE_TEXTS[id].title,
    note: <FirstLine empty={EMPTY} text={value} />,
    content: (
      <>
        <TypedText
          label={TREE_TEXTS[id].title}
          hint={TREE_TEXTS[id].hint}
          value={value}
          readOnly={readOnly}
          maxLength={MAX_REMARK_LENGTH}
          onChange={onChange}
          onLeave={() => void texts.saver.flush()}
        />
        {below}
      </>
    ),
  });
  return (
    <div className={styles.fields}>
      {error !== null && (
        <p className={styles.treeTextFieldsTrouble} role="status">
          {NOT_SAVED_YET}
        </p>
      )}
      <Accordion
        open={open}
        onOpen={setOpen}
        items={[
          textItem('memory', memory, (value) => texts.change({ memory: value })),
          textItem(
            'authorsNote',
            authorsNote,
            (value) => texts.change({ authorsNote: value }),
            readOnly ? (
              <p className={styles.hint}>
                {fromTheEnd}: {authorsNoteDepth}.
              </p>
            ) : (
              <NumberField
                label={fromTheEnd}
                value={authorsNoteDepth}
                {...DEPTH_RANGE}
                onChange={(value) => texts.change({ authorsNoteDepth: value })}
              />
            ),
          ),
          {
            id: 'lore',
            title: LORE,
            note: tree?.kind === 'document' ? LORE_NOTES[isLore(lore) ? 'on' : 'off'] : loreSent(fired),
            content:
              tree?.kind === 'document' ? (
                <LoreForm tree={desk} readOnly={readOnly} />
              ) : (
                <LoreBookForm
                  isAbout={tree?.topicTreeId != null}
                  isConversation={isConversation}
                  readOnly={readOnly}
                />
              ),
          },
          textItem('system', systemContext, (value) => texts.change({ systemContext: value })),
          textItem('summary', summary, (value) => texts.change({ summary: value })),
          {
            id: 'truncation',
            title: IF_TOO_LONG,
            note: strategy?.text,
            content: readOnly ? (
              <p className={styles.hint}>{strategy?.sentence}</p>
            ) : (
              <RadioCards
                label={WHAT_TO_SEND}
                value={truncation}
                options={strategies}
                onChange={(value) => texts.change({ truncation: value })}
              />
            ),
          },
          ...(isConversation
            ? [
                {
                  id: 'names',
                  title: NAMES_TITLE,
                  note: naming?.text,
                  content: readOnly ? (
                    <p className={styles.hint}>{naming?.sentence}</p>
                  ) : (
                    <RadioCards
                      label={NAMES_TITLE}
                      value={names}
                      options={NAME_SETTINGS}
                      onChange={(value) => texts.change({ names: value })}
                    />
                  ),
                },
              ]
            : [
                {
                  id: 'history',
                  title: HISTORY_TITLE,
                  note: momentsKept(history),
                  content: (
                    <HistoryFields
                      history={history}
                      readOnly={readOnly}
                      onChange={(changed) => texts.change({ history: changed })}
                    />
                  ),
                },
              ]),
        ]}
      />
    </div>
  );
}

interface HistoryFieldsProps {
  readonly history: HistorySettings;
  readonly readOnly: boolean;
  onChange(history: HistorySettings): void;
}

/** Retention of a manuscript's moments, of results of prompt fences, and of texts omitted from requests. */
function HistoryFields({ history, readOnly, onChange }: HistoryFieldsProps) {
  const field = (dimension: Dimension, label: string) => {
    const { ttl } = historyLimits(history, dimension);
    if (readOnly)
      return (
        <p className={styles.hint}>
          {label}: {keptFor(ttl)}.
        </p>
      );
    const choices = KEPT_FOR.some((choice) => choice.ttl === ttl)
      ? KEPT_FOR
      : [{ ttl, text: keptFor(ttl) }, ...KEPT_FOR];
    return (
      <Select
        label={label}
        value={String(ttl)}
        options={choices.map((choice) => ({ value: String(choice.ttl), text: choice.text }))}
        onChange={(value) => {
          const kept = choices.find((choice) => String(choice.ttl) === value)?.ttl ?? null;
          onChange({ ...history, ttl: { ...history.ttl, [dimension]: kept } });
        }}
      />
    );
  };
  const { rolloff } = historyLimits(history, 'executions');
  return (
    <>
      {field('versions', MOMENTS_KEPT)}
      {field('executions', RUNS_KEPT)}
      {!readOnly && (
        <Select
          label={RUNS_AT_MOST}
          value={String(rolloff?.maxDeltas ?? null)}
          options={RUNS_KEPT_AT_MOST.map(({ count, text }) => ({ value: String(count), text }))}
          onChange={(value) => {
            const count = RUNS_KEPT_AT_MOST.find((choice) => String(choice.count) === value)?.count ?? null;
            // A bound in bytes that a file has stays as it is.
            const kept =
              count === null ? null : { maxDeltas: count, maxSize: rolloff?.maxSize ?? 10_000 * count };
            onChange({ ...history, rolloff: { ...history.rolloff, executions: kept } });
          }}
        />
      )}
      {field('levels', READINGS_KEPT)}
      <p className={styles.hint}>{HISTORY_SENTENCE}</p>
    </>
  );
}

/** Retention of a text's moments, while the fold is closed. */
function momentsKept(history: HistorySettings): string {
  return keptFor(historyLimits(history, 'versions').ttl);
}

interface PieceProps {
  readonly name: PieceRef;
  readonly piece: ContextPiece;
  /** Below the heading of its parent. */
  readonly heading: 'h4' | 'h5';
}

/** One piece of a request, folded if it is long. */
function Piece({ name, piece: { kind, text }, heading: Heading }: PieceProps) {
  const { context } = useTreeDesk();
  const whole = useStore(context.whole);
  const id = useId();
  const root = useRef<HTMLDivElement>(null);
  const hasFocus = useRef(false);
  const isFolded = text.end !== '';
  const isWhole = !isFolded && whole?.kind === name.kind && whole.nth === name.nth;

  // One button replaces the other and takes over its focus.
  const state = isFolded ? 'folded' : isWhole ? 'whole' : 'short';
  useEffect(() => {
    if (!hasFocus.current || state === 'short') return;
    root.current?.querySelector('button')?.focus();
    hasFocus.current = false;
  }, [state]);

  const unfold = (wanted: PieceRef | null) => {
    hasFocus.current = true;
    context.unfold(wanted);
  };
  if (kind === 'marker') return <p className={styles.gap}>{text.beginning}</p>;
  if (kind === 'gap') return <p className={styles.gap}>{text.beginning.trim()}</p>;
  return (
    <div ref={root}>
      <div className={styles.pieceHead}>
        <Heading id={id} className={styles.pieceName}>
          {pieceName(kind)} <span className={styles.soft}>{countOf(text.words, 'word')}</span>
        </Heading>
        {isWhole && (
          <Button variant="quiet" onClick={() => unfold(null)}>
            {FOLD}
          </Button>
        )}
      </div>
      {isWhole ? (
        <WholeText labelledBy={id} text={text.beginning} />
      ) : (
        <div className={styles.text}>
          <p>{text.beginning}</p>
          {isFolded && (
            <>
              <Button variant="quiet" label={showWhole(text.foldedWords)} onClick={() => unfold(name)}>
                {foldedWords(text.foldedWords)}
              </Button>
              <p>{text.end}</p>
            </>
          )}
        </div>
      )}
    </div>
  );
}

/** A text of any length in a scrolling field that lays out only its visible chunks. */
function WholeText({ labelledBy, text }: { readonly labelledBy: string; readonly text: string }) {
  const chunks = useMemo(() => chunksOf(text), [text]);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling field must be reachable with the keyboard
    <section className={styles.whole} aria-labelledby={labelledBy} tabIndex={0}>
      {chunks.map((chunk, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a chunk has no identity but its index
        <p key={index} className={styles.chunk}>
          {chunk}
        </p>
      ))}
    </section>
  );
}

/** The kind of request. */
function formatStyle({ style, messages, pieces }: ContextPreview): string {
  if (messages.length > 0) return sentAsMessages(messages.length);
  if (pieces.some(({ kind }) => kind === 'before' || kind === 'after')) return SENT_TO_FILL_IN;
  return style === 'completion' ? SENT_AS_TEXT : SENT_AS_CHAT_MESSAGE;
}

const NAMES: Readonly<Record<ContextPiece['kind'], string>> = PIECE_NAMES;

function pieceName(kind: ContextPiece['kind']): string {
  return NAMES[kind];
}

function formatReason(reason: OmittedRange['reason']): string {
  return REASONS_NOT_SENT[reason];
}
