import { type Evidence, lengthOf, type ReportSummary } from '../../../core/exchange/authorship-report.ts';
import { percentsOf } from '../../../core/provenance/who-wrote.ts';
import {
  BY_AUTHOR,
  COLUMNS,
  EVIDENCE,
  KINDS,
  LIMITS_TITLE,
  SAVE_AS,
  shareOfWriter,
  shareText,
  sizeOfText,
  UNKNOWN_ABOUT,
  WHAT_IT_MEANS,
} from '../../../ui-text/report.ts';
import { useAppSession } from '../../session/hooks.ts';
import { AgentName } from '../../ui/AgentName.tsx';
import { Button } from '../../ui/Button.tsx';
import styles from './Report.module.css';
import { ShareBar, useColours } from './ShareBar.tsx';

const KINDS_OF_EVIDENCE = Object.keys(EVIDENCE) as readonly Evidence[];

/** The writer's share, everyone's with the evidence for it, and what the report cannot show. */
export function AllSection({ report }: { readonly report: ReportSummary }) {
  const session = useAppSession().report;
  const { tree, title, agents, text, madeAt, limits } = report;
  const shares = agents
    .map((agent, index) => ({ agent: index, length: lengthOf(agent) }))
    .sort((a, b) => b.length - a.length);
  const mine = percentsOf(shares).find(({ agent }) => agents[agent]?.kind === 'writer');
  return (
    <>
      <p className={styles.mine}>{shareOfWriter(title, mine?.percent ?? null)}</p>
      <p className={styles.soft}>{sizeOfText(text.words, text.length, madeAt)}</p>
      <div className={styles.whole}>
        <ShareBar agents={agents} by={shares.map(({ agent, length }) => [agent, length])} />
      </div>
      <Authors report={report} order={shares.map(({ agent }) => agent)} />
      <div className={styles.part}>
        <h3>{WHAT_IT_MEANS}</h3>
        <dl className={styles.terms}>
          {KINDS_OF_EVIDENCE.map((kind) => (
            <Term key={kind} name={EVIDENCE[kind].title} about={EVIDENCE[kind].about} />
          ))}
          <Term name={KINDS.unknown} about={UNKNOWN_ABOUT} />
        </dl>
      </div>
      <div className={styles.part}>
        <h3>{LIMITS_TITLE}</h3>
        <ul>
          {limits.map((limit) => (
            <li key={limit}>{limit}</li>
          ))}
        </ul>
      </div>
      <div className={styles.actions}>
        <Button variant="primary" onClick={() => void session.save(tree, 'html')}>
          {SAVE_AS.html}
        </Button>
        <Button onClick={() => void session.save(tree, 'json')}>{SAVE_AS.json}</Button>
      </div>
    </>
  );
}

function Term({ name, about }: { readonly name: string; readonly about: string }) {
  return (
    <>
      <dt>{name}</dt>
      <dd>{about}</dd>
    </>
  );
}

interface AuthorsProps {
  readonly report: ReportSummary;
  /** Indices of the authors, in the order shown. */
  readonly order: readonly number[];
}

function Authors({ report: { agents, text }, order }: AuthorsProps) {
  const colourOf = useColours();
  return (
    <table className={styles.table} aria-label={BY_AUTHOR}>
      <thead>
        <tr>
          <th scope="col">{COLUMNS.author}</th>
          <th scope="col">{COLUMNS.words}</th>
          <th scope="col">{COLUMNS.share}</th>
          {KINDS_OF_EVIDENCE.map((kind) => (
            <th key={kind} scope="col">
              {EVIDENCE[kind].title}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {order.flatMap((index) => {
          const agent = agents[index];
          if (agent === undefined) return [];
          const { id, name, kind, model, words } = agent;
          return (
            <tr key={id}>
              <th scope="row">
                <AgentName name={kind === 'writer' ? KINDS.writer : name} colour={colourOf(id)} />
                {kind !== 'writer' && <span className={styles.kind}>{model ?? KINDS[kind]}</span>}
              </th>
              <td>{words.toLocaleString('en')}</td>
              <td>{shareText(lengthOf(agent) / text.length)}</td>
              {KINDS_OF_EVIDENCE.map((evidence) => (
                <td key={evidence}>{shareText(agent[evidence] / text.length)}</td>
              ))}
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}
