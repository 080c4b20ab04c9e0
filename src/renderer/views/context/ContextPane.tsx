import { useEffect, useRef } from 'react';
import {
  NEXT_REQUEST,
  NO_MODEL,
  notRead,
  SIZE_UNKNOWN,
  sizeOfRequest,
  spacesNotSent,
  TO,
  tooLong,
} from '../../../ui-text/context/next-request.ts';
import { LOADING } from '../../../ui-text/window/buttons.ts';
import { useStore, useTreeDesk } from '../../session/hooks.ts';
import type { ContextPreview } from '../../session/tree/context-session.ts';
import type { ShownGrove } from '../../session/window/app-session.ts';
import { findAgent } from '../../session/window/find-agent.ts';
import { AgentName } from '../../ui/AgentName.tsx';
import { Select } from '../../ui/fields/Select.tsx';
import { useFocusRequest } from '../use-focus-request.ts';
import styles from './ContextPane.module.css';
import { formatStyle } from './format-context.ts';
import { Omissions } from './Omissions.tsx';
import { Pieces } from './Pieces.tsx';
import { TreeTextFields } from './TreeTextFields.tsx';

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
    <div className={styles.pane}>
      <h2 ref={heading} className={styles.title} tabIndex={-1}>
        {NEXT_REQUEST}
      </h2>
      <Recipient grove={grove} />
      {agentId === null && <p className={styles.soft}>{NO_MODEL}</p>}
      {error !== null && <p className={styles.trouble}>{notRead(error.detail)}</p>}
      {agentId !== null && error === null && preview === undefined && (
        <p className={styles.soft}>{LOADING}</p>
      )}
      {preview !== undefined && <TokenUsage preview={preview} />}
      <TreeTextFields readOnly={grove.readOnly} isConversation={tree?.mode === 'dialogue'} />
      {preview !== undefined && (
        <>
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
