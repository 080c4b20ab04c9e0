import { useEffect, useState } from 'react';
import { durationText } from '../../../../ui-text/node/record.ts';
import { UNKNOWN, UNKNOWN_AGENT } from '../../../../ui-text/settings/usage.ts';
import { EDIT_COLUMNS, EDITS_HEADING, reasonsOf } from '../../../../ui-text/suggestions/edits-usage.ts';
import { useAppSession } from '../../../session/hooks.ts';
import type { ProposalUsage } from '../../../session/proposals/proposals-session.ts';
import type { ShownGrove } from '../../../session/window/app-session.ts';
import { findAgent } from '../../../session/window/find-agent.ts';
import styles from './UsageSection.module.css';

/** Results of each agent's edits: a query of the grove, sent nowhere (`edits.md`, *In the manuscript*). */
export function EditsUsage({ grove }: { readonly grove: ShownGrove }) {
  const { proposals } = useAppSession();
  const [rows, setRows] = useState<readonly ProposalUsage[]>([]);
  useEffect(() => {
    let isShown = true;
    void proposals.readUsage().then((read) => {
      if (isShown) setRows(read);
    });
    return () => {
      isShown = false;
    };
  }, [proposals]);
  if (rows.length === 0) return null;
  return (
    <div className={styles.scroll}>
      <table className={styles.table}>
        <caption className={styles.caption}>{EDITS_HEADING}</caption>
        <thead>
          <tr>
            {Object.values(EDIT_COLUMNS).map((title) => (
              <th key={title} scope="col">
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ agentId, patches, refusals, suggestions, accepted, rejected, meanLatency }) => (
            <tr key={agentId}>
              <th scope="row">{findAgent(grove, agentId)?.name ?? UNKNOWN_AGENT}</th>
              <td>{patches.toLocaleString()}</td>
              <td>{reasonsOf(refusals)}</td>
              <td>{suggestions.toLocaleString()}</td>
              <td>{accepted.toLocaleString()}</td>
              <td>{rejected.toLocaleString()}</td>
              <td>{meanLatency === null ? UNKNOWN : durationText(meanLatency)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
