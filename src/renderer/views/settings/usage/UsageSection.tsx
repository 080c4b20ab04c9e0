import { useEffect, useState } from 'react';
import { durationText, tokensThought } from '../../../../ui-text/node/record.ts';
import { summariesUsage } from '../../../../ui-text/settings/summary-model.ts';
import {
  ARCHIVED_TREE,
  EDIT_COLUMNS,
  EDITS_HEADING,
  GROUP_BY,
  GROUP_NAMES,
  NO_GROVE_NO_USAGE,
  NO_USAGE,
  reasonsOf,
  TOTAL,
  UNKNOWN,
  UNKNOWN_AGENT,
  USAGE_COLUMNS,
  USAGE_INTRO,
  uncountedRequests,
  usageBy,
} from '../../../../ui-text/settings/usage.ts';
import { dayOf } from '../../../../ui-text/time.ts';
import { distinctTitle } from '../../../../ui-text/tree/equal-titles.ts';
import { findAgent } from '../../../session/find-agent.ts';
import { useAppSession, useStore } from '../../../session/hooks.ts';
import {
  groupUsage,
  USAGE_GROUPS,
  type UsageGroup,
  type UsageSummary,
} from '../../../session/settings/group-usage.ts';
import type { ShownGrove } from '../../../session/window/app-session.ts';
import type { ProposalUsage } from '../../../session/window/proposals-session.ts';
import { SegmentedControl } from '../../../ui/fields/SegmentedControl.tsx';
import { formatDollars } from '../providers/format-provider.ts';
import styles from './UsageSection.module.css';

/** The tokens and costs of the continuations in this grove. */
export function UsageSection() {
  const session = useAppSession();
  const scene = useStore(session.scene);
  const [rows, setRows] = useState<readonly UsageSummary[] | null>(null);
  const [by, setBy] = useState<UsageGroup>('day');
  const hasGrove = scene.kind === 'grove';
  useEffect(() => {
    if (!hasGrove) return;
    let isShown = true;
    void session.agents.readUsage().then((read) => {
      if (isShown) setRows(read);
    });
    return () => {
      isShown = false;
    };
  }, [session, hasGrove]);

  if (scene.kind !== 'grove') {
    return <p className={styles.words}>{NO_GROVE_NO_USAGE}</p>;
  }
  if (rows === null) return null;
  const { grove } = scene;
  if (rows.length === 0)
    return (
      <>
        <p className={styles.words}>{NO_USAGE}</p>
        <EditsUsage grove={grove} />
      </>
    );
  const nameOf = (key: string) => {
    if (by === 'day') return formatDay(key);
    if (by === 'tree') {
      const tree = grove.trees.find(({ id }) => id === key);
      return tree === undefined ? ARCHIVED_TREE : distinctTitle(tree, session.trees.all);
    }
    return grove.agents.find(({ id }) => id === key)?.name ?? UNKNOWN_AGENT;
  };
  const groups = groupUsage(rows, by);
  const [all] = groupUsage(rows, null);
  const [summaries] = groupUsage(
    rows.filter(({ isForSummaries }) => isForSummaries),
    null,
  );
  return (
    <>
      <p className={styles.words} id="usage-words">
        {USAGE_INTRO}
      </p>
      <div className={styles.groups}>
        <SegmentedControl<UsageGroup>
          label={GROUP_BY}
          describedBy="usage-words"
          value={by}
          options={USAGE_GROUPS.map((value) => ({ value, text: GROUP_NAMES[value] }))}
          onChange={setBy}
        />
      </div>
      <div className={styles.scroll}>
        <table className={styles.table}>
          <caption className={styles.caption}>{usageBy(by)}</caption>
          <thead>
            <tr>
              <th scope="col">{GROUP_NAMES[by]}</th>
              {USAGE_COLUMNS.map((title) => (
                <th key={title} scope="col">
                  {title}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {groups.map((group) => (
              <tr key={group.key}>
                <th scope="row">{nameOf(group.key)}</th>
                <Numbers group={group} />
              </tr>
            ))}
          </tbody>
          {all !== undefined && groups.length > 1 && (
            <tfoot>
              <tr>
                <th scope="row">{TOTAL}</th>
                <Numbers group={all} />
              </tr>
            </tfoot>
          )}
        </table>
      </div>
      {all !== undefined && all.uncounted > 0 && (
        <p className={styles.words}>{uncountedRequests(all.uncounted)}</p>
      )}
      {summaries !== undefined && (
        <p className={styles.words}>
          {summariesUsage(summaries, summaries.cost === null ? null : formatDollars(summaries.cost))}
        </p>
      )}
      <EditsUsage grove={grove} />
    </>
  );
}

function Numbers({ group }: { readonly group: ReturnType<typeof groupUsage>[number] }) {
  const { requests, promptTokens, completionTokens, reasoningTokens, cost } = group;
  return (
    <>
      <td>{requests.toLocaleString()}</td>
      <td>{promptTokens.toLocaleString()}</td>
      <td>
        {completionTokens.toLocaleString()}
        {reasoningTokens > 0 && <div className={styles.thinking}>{tokensThought(reasoningTokens)}</div>}
      </td>
      <td>{cost === null ? UNKNOWN : formatDollars(cost)}</td>
    </>
  );
}

/** @param day as `2026-11-21` */
function formatDay(day: string): string {
  return dayOf(new Date(`${day}T12:00`).getTime());
}

/** Results of each agent's edits: a query of the grove, sent nowhere (`edits.md`, *In the manuscript*). */
function EditsUsage({ grove }: { readonly grove: ShownGrove }) {
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
