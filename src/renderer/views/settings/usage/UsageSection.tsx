import { useEffect, useState } from 'react';
import { useAppSession, useStore } from '../../../session/hooks.ts';
import type { UsageSummary } from '../../../session/settings/usage.ts';
import { groupUsage, USAGE_GROUPS, type UsageGroup } from '../../../session/settings/usage.ts';
import { SegmentedControl } from '../../../ui/fields/SegmentedControl.tsx';
import { formatDollars } from '../providers/format-provider.ts';
import { EditsUsage } from './EditsUsage.tsx';
import styles from './UsageSection.module.css';

const GROUP_NAMES: Readonly<Record<UsageGroup, string>> = { day: 'Day', tree: 'Tree', agent: 'Agent' };

/** The tokens and costs of the continuations in this grove. */
export function UsageSection() {
  const session = useAppSession();
  const scene = useStore(session.scene);
  const [rows, setRows] = useState<readonly UsageSummary[] | null>(null);
  const [by, setBy] = useState<UsageGroup>('day');
  useEffect(() => {
    let isShown = true;
    void session.readUsage().then((read) => {
      if (isShown) setRows(read);
    });
    return () => {
      isShown = false;
    };
  }, [session]);

  if (scene.kind !== 'grove') {
    return <p className={styles.words}>Usage is recorded per grove. Open one to see it.</p>;
  }
  if (rows === null) return null;
  const { grove } = scene;
  if (rows.length === 0)
    return (
      <>
        <p className={styles.words}>This grove has no continuations yet.</p>
        <EditsUsage grove={grove} />
      </>
    );
  const nameOf = (key: string) => {
    if (by === 'day') return formatDay(key);
    if (by === 'tree') return grove.trees.find(({ id }) => id === key)?.title ?? 'An archived tree';
    return grove.agents.find(({ id }) => id === key)?.name ?? 'An unknown agent';
  };
  const groups = groupUsage(rows, by);
  const [all] = groupUsage(rows, null);
  return (
    <>
      <p className={styles.words} id="usage-words">
        Tokens as counted by the services, for what is saved in this grove. A cost is shown if the service’s
        list has prices.
      </p>
      <div className={styles.groups}>
        <SegmentedControl<UsageGroup>
          label="Group by"
          describedBy="usage-words"
          value={by}
          options={USAGE_GROUPS.map((value) => ({ value, text: GROUP_NAMES[value] }))}
          onChange={setBy}
        />
      </div>
      <div className={styles.scroll}>
        <table className={styles.table}>
          <caption className={styles.caption}>Usage by {GROUP_NAMES[by].toLowerCase()}</caption>
          <thead>
            <tr>
              <th scope="col">{GROUP_NAMES[by]}</th>
              <th scope="col">Requests</th>
              <th scope="col">Tokens read</th>
              <th scope="col">Tokens written</th>
              <th scope="col">Cost</th>
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
                <th scope="row">Total</th>
                <Numbers group={all} />
              </tr>
            </tfoot>
          )}
        </table>
      </div>
      {all !== undefined && all.uncounted > 0 && (
        <p className={styles.words}>
          {all.uncounted} of the requests went to services that report no counts; their tokens are not
          included.
        </p>
      )}
      <EditsUsage grove={grove} />
    </>
  );
}

function Numbers({ group }: { readonly group: ReturnType<typeof groupUsage>[number] }) {
  const { requests, promptTokens, completionTokens, cost } = group;
  return (
    <>
      <td>{requests.toLocaleString()}</td>
      <td>{promptTokens.toLocaleString()}</td>
      <td>{completionTokens.toLocaleString()}</td>
      <td>{cost === null ? 'unknown' : formatDollars(cost)}</td>
    </>
  );
}

/** Formats `2026-11-21` in the system's locale. */
function formatDay(day: string): string {
  return new Date(`${day}T12:00`).toLocaleDateString(undefined, { dateStyle: 'medium' });
}
