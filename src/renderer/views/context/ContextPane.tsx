import { useEffect, useRef } from 'react';
import { useOpenTree, useStore } from '../../session/hooks.ts';
import type { ContextPreview } from '../../session/tree/context-session.ts';
import type { ShownGrove } from '../../session/window/app-session.ts';
import { findAgent } from '../../session/window/find-agent.ts';
import { AgentName } from '../../ui/AgentName.tsx';
import { Choice } from '../../ui/fields/Choice.tsx';
import styles from './ContextPane.module.css';
import { formatCount, formatTokens, formatTooMany } from './format-context.ts';
import { LeftOut } from './LeftOut.tsx';
import { Pieces } from './Pieces.tsx';
import { TreeTextFields } from './TreeTextFields.tsx';

/** Exactly what the next request would send, and the texts that a tree sends beside its own. */
export function ContextPane({ grove }: { readonly grove: ShownGrove }) {
  const { context } = useOpenTree();
  const shown = useStore(context.shown);
  const trouble = useStore(context.trouble);
  const agentId = useStore(context.agentId);
  const wish = useStore(context.focusRequest);
  const heading = useRef<HTMLHeadingElement>(null);

  useEffect(() => context.watch(), [context]);
  useEffect(() => {
    if (!wish) return;
    heading.current?.focus();
    context.wishGranted();
  }, [context, wish]);

  const preview = shown?.preview;
  return (
    <div className={styles.pane}>
      <h2 ref={heading} className={styles.title} tabIndex={-1}>
        The next request
      </h2>
      <Addressee grove={grove} />
      {agentId === null && <p className={styles.soft}>This grove has no model to send anything to.</p>}
      {trouble !== null && (
        <p className={styles.trouble}>What would be sent could not be read. {trouble.detail}</p>
      )}
      {agentId !== null && trouble === null && preview === undefined && (
        <p className={styles.soft}>Reading…</p>
      )}
      {preview !== undefined && <Room preview={preview} />}
      <TreeTextFields readOnly={grove.readOnly} />
      {preview !== undefined && (
        <>
          <Pieces preview={preview} />
          <LeftOut preview={preview} />
        </>
      )}
    </div>
  );
}

/** Who would be asked; of several, who is looked at. */
function Addressee({ grove }: { readonly grove: ShownGrove }) {
  const { context, choice } = useOpenTree();
  const { agentIds } = useStore(choice.store);
  const agentId = useStore(context.agentId);
  const agents = agentIds.flatMap((id) => findAgent(grove, id) ?? []);
  const agent = findAgent(grove, agentId);
  if (agent === undefined) return null;
  if (agents.length < 2) {
    return (
      <p className={styles.addressee}>
        To <AgentName name={agent.name} colour={agent.color} />
      </p>
    );
  }
  return (
    <Choice
      label="To"
      value={agent.id}
      options={agents.map(({ id, name }) => ({ value: id, text: name }))}
      onChange={(id) => {
        const chosen = agents.find((known) => known.id === id);
        if (chosen !== undefined) context.lookAt(chosen.id);
      }}
    />
  );
}

/** How much of what the model reads is taken. */
function Room({ preview }: { readonly preview: ContextPreview }) {
  const { tokens, reserve, window, refusal, trimmed, style } = preview;
  return (
    <div className={styles.room}>
      <p className={styles.tokens}>{formatTokens(preview)}</p>
      {window !== null && (
        <div className={styles.bar} data-over={refusal !== null || undefined} aria-hidden="true">
          <span className={styles.taken} style={{ width: percent(tokens, window) }} />
          <span className={styles.kept} style={{ width: percent(reserve, window) }} />
        </div>
      )}
      {refusal !== null && <p className={styles.refusal}>{formatTooMany(preview)}</p>}
      <p className={styles.soft}>
        {style === 'completion' ? 'Sent as one text to go on with.' : 'Sent as a message in a chat.'}
        {window === null && ' Nobody has said how much this model reads at once, so everything is sent.'}
        {trimmed > 0 &&
          ` ${formatCount(trimmed, 'space')} at the end of the text ${trimmed === 1 ? 'stays' : 'stay'} here.`}
      </p>
    </div>
  );
}

function percent(part: number, whole: number): string {
  return `${Math.min(100, (100 * part) / whole)}%`;
}
