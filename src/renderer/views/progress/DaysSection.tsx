import { type CSSProperties, useCallback, useEffect, useState } from 'react';
import type { AgentId } from '../../../core/ids.ts';
import {
  AUTHOR_COLUMNS,
  BY_AUTHOR,
  COUNT_AGAIN,
  COUNTED,
  COUNTED_HINTS,
  COUNTED_OPTIONS,
  COUNTING,
  calendarName,
  DAY_BY_DAY,
  DAY_COLUMNS,
  EVERYONE,
  FIGURES,
  lineName,
  NOT_COUNTED,
  NOTHING_WRITTEN,
  WEEKDAYS,
  WHOSE,
  wordsOnDay,
} from '../../../ui-text/progress.ts';
import { UNKNOWN_AGENT } from '../../../ui-text/settings/usage.ts';
import { dayOf } from '../../../ui-text/time.ts';
import { findAgent } from '../../session/find-agent.ts';
import { useAppSession, useStore } from '../../session/hooks.ts';
import type { BufferDesk } from '../../session/manuscript/buffer-desk.ts';
import {
  addDays,
  authorsOf,
  type Counted,
  type Progress,
  sumBetween,
  sumByDay,
  timeOf,
  type WordsOfDay,
  weeksUntil,
} from '../../session/window/words-of-days.ts';
import { Accordion } from '../../ui/Accordion.tsx';
import { AgentName } from '../../ui/AgentName.tsx';
import { Button } from '../../ui/Button.tsx';
import { SegmentedControl } from '../../ui/fields/SegmentedControl.tsx';
import { Select } from '../../ui/fields/Select.tsx';
import styles from './Progress.module.css';

/** Weeks of the calendar: half a year. */
const WEEKS = 26;

/** The words of each day: figures, a calendar, a line, and tables with the numbers. */
export function DaysSection({ desk }: { readonly desk: BufferDesk }) {
  const { trees } = useAppSession();
  const { treeId } = desk.tree;
  const [read, setRead] = useState<Progress | 'reading' | null>('reading');
  const [counted, setCounted] = useState<Counted>('net');
  const [whose, setWhose] = useState<AgentId | null>(null);
  const readAgain = useCallback(() => {
    let isShown = true;
    setRead('reading');
    void trees.readProgress(treeId).then((progress) => {
      if (isShown) setRead(progress);
    });
    return () => {
      isShown = false;
    };
  }, [trees, treeId]);
  useEffect(readAgain, [readAgain]);

  if (read === 'reading') return <p className={styles.words}>{COUNTING}</p>;
  if (read === null)
    return (
      <>
        <p className={styles.words}>{NOT_COUNTED}</p>
        <Button onClick={() => void readAgain()}>{COUNT_AGAIN}</Button>
      </>
    );
  const { days, today } = read;
  if (days.length === 0) return <p className={styles.words}>{NOTHING_WRITTEN}</p>;
  const authors = authorsOf(days, counted);
  const sums = sumByDay(days, counted, whose);
  return (
    <>
      <div className={styles.choices}>
        <SegmentedControl<Counted>
          label={COUNTED}
          describedBy="progress-hint"
          value={counted}
          options={(['net', 'written'] as const).map((value) => ({ value, text: COUNTED_OPTIONS[value] }))}
          onChange={setCounted}
        />
        {authors.length > 1 && <Whose authors={authors} whose={whose} onChange={setWhose} />}
      </div>
      <p id="progress-hint" className={styles.words}>
        {COUNTED_HINTS[counted]}
      </p>
      <Figures sums={sums} today={today} />
      <Line sums={sums} today={today} />
      <Calendar sums={sums} today={today} />
      <Authors days={days} counted={counted} authors={authors} today={today} />
      <DayByDay days={days} counted={counted} authors={authors} />
    </>
  );
}

interface WhoseProps {
  readonly authors: readonly AgentId[];
  readonly whose: AgentId | null;
  onChange(whose: AgentId | null): void;
}

function Whose({ authors, whose, onChange }: WhoseProps) {
  const find = useAgentNames();
  return (
    <Select
      label={WHOSE}
      value={whose ?? ''}
      options={[
        { value: '', text: EVERYONE },
        ...authors.map((agentId) => ({ value: agentId as string, text: find(agentId).name })),
      ]}
      onChange={(value) => onChange(authors.find((agentId) => agentId === value) ?? null)}
    />
  );
}

/** Finds an author's name and colour. */
function useAgentNames() {
  const scene = useStore(useAppSession().scene);
  return (agentId: AgentId): { readonly name: string; readonly colour: string | null } => {
    const agent = scene.kind === 'grove' ? findAgent(scene.grove, agentId) : undefined;
    return { name: agent?.name ?? UNKNOWN_AGENT, colour: agent?.color ?? null };
  };
}

interface SumsProps {
  readonly sums: ReadonlyMap<string, number>;
  readonly today: string;
}

function Figures({ sums, today }: SumsProps) {
  const all = [...sums.values()];
  const figures: readonly (readonly [keyof typeof FIGURES, number])[] = [
    ['today', sums.get(today) ?? 0],
    ['week', sumBetween(sums, addDays(today, -6), today)],
    ['best', Math.max(0, ...all)],
    ['all', all.reduce((sum, words) => sum + words, 0)],
  ];
  return (
    <dl className={styles.figures}>
      {figures.map(([name, words]) => (
        <div key={name}>
          <dt>{FIGURES[name]}</dt>
          <dd>{words.toLocaleString('en')}</dd>
        </div>
      ))}
    </dl>
  );
}

/** The size of the line's drawing, which is stretched to the width of the page. */
const LINE = { width: 1000, height: 120 };

/** The sum of the words, from the first day to today. */
function Line({ sums, today }: SumsProps) {
  const known = [...sums.keys()].toSorted();
  const first = known[0] ?? today;
  const last = [known.at(-1) ?? today, today].toSorted()[1] ?? today;
  const [from, to] = [timeOf(addDays(first, -1)), timeOf(last)];
  let words = 0;
  const points = [{ at: from, words }];
  for (const day of known) {
    points.push({ at: timeOf(addDays(day, -1)), words });
    words += sums.get(day) ?? 0;
    points.push({ at: timeOf(day), words });
  }
  points.push({ at: to, words });
  const most = Math.max(1, ...points.map((point) => point.words));
  const least = Math.min(0, ...points.map((point) => point.words));
  const path = points.map(
    ({ at, words: height }) =>
      `${(LINE.width * (at - from)) / (to - from)},${LINE.height * (1 - (height - least) / (most - least))}`,
  );
  return (
    <figure className={styles.line}>
      <svg
        viewBox={`0 -2 ${LINE.width} ${LINE.height + 4}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={lineName(timeOf(first), to, words)}
      >
        <polyline points={path.join(' ')} />
      </svg>
      <figcaption>
        <span>{dayOf(timeOf(first))}</span>
        <span>{dayOf(timeOf(last))}</span>
      </figcaption>
    </figure>
  );
}

/** Half a year of days, darker with more words. */
function Calendar({ sums, today }: SumsProps) {
  const weeks = weeksUntil(today, WEEKS);
  const shown = weeks.flat();
  const best = Math.max(1, ...shown.map((day) => sums.get(day) ?? 0));
  const first = shown[0] ?? today;
  return (
    <div className={styles.calendar} role="img" aria-label={calendarName(timeOf(first), timeOf(today))}>
      <div className={styles.weekdays}>
        <span>{WEEKDAYS.Monday}</span>
        <span />
        <span>{WEEKDAYS.Wednesday}</span>
        <span />
        <span>{WEEKDAYS.Friday}</span>
      </div>
      {weeks.map((week) => (
        <div key={week[0]} className={styles.week}>
          {week.map((day) => {
            const words = sums.get(day) ?? 0;
            const share: CSSProperties & { readonly '--share': string } = {
              '--share': `${Math.round(25 + (75 * words) / best)}%`,
            };
            return (
              <span
                key={day}
                className={styles.day}
                data-kind={day > today ? 'later' : words > 0 ? 'more' : words < 0 ? 'fewer' : 'none'}
                style={words > 0 ? share : undefined}
                title={day > today ? undefined : wordsOnDay(timeOf(day), words)}
              />
            );
          })}
        </div>
      ))}
    </div>
  );
}

interface AuthorsProps {
  readonly days: readonly WordsOfDay[];
  readonly counted: Counted;
  readonly authors: readonly AgentId[];
}

function Authors({ days, counted, authors, today }: AuthorsProps & { readonly today: string }) {
  const find = useAgentNames();
  return (
    <table className={styles.table}>
      <caption>{BY_AUTHOR}</caption>
      <thead>
        <tr>
          {AUTHOR_COLUMNS.map((title) => (
            <th key={title} scope="col">
              {title}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {authors.map((agentId) => {
          const sums = sumByDay(days, counted, agentId);
          const all = [...sums.values()].reduce((sum, words) => sum + words, 0);
          return (
            <tr key={agentId}>
              <th scope="row">
                <AgentName {...find(agentId)} />
              </th>
              <td>{(sums.get(today) ?? 0).toLocaleString('en')}</td>
              <td>{sumBetween(sums, addDays(today, -6), today).toLocaleString('en')}</td>
              <td>{all.toLocaleString('en')}</td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}

/** The numbers of the calendar and the line, the latest day first. */
function DayByDay(props: AuthorsProps) {
  const [open, setOpen] = useState<string | null>(null);
  return (
    <Accordion
      items={[{ id: 'days', title: DAY_BY_DAY, content: <DayTable {...props} /> }]}
      open={open}
      onOpen={setOpen}
    />
  );
}

function DayTable({ days, counted, authors }: AuthorsProps) {
  const find = useAgentNames();
  const all = sumByDay(days, counted, null);
  const own = authors.map((agentId) => ({ agentId, sums: sumByDay(days, counted, agentId) }));
  return (
    <div className={styles.scroll}>
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col">{DAY_COLUMNS.day}</th>
            {own.map(({ agentId }) => (
              <th key={agentId} scope="col">
                {find(agentId).name}
              </th>
            ))}
            {own.length > 1 && <th scope="col">{DAY_COLUMNS.all}</th>}
          </tr>
        </thead>
        <tbody>
          {[...all.keys()].toReversed().map((day) => (
            <tr key={day}>
              <th scope="row">{dayOf(timeOf(day))}</th>
              {own.map(({ agentId, sums }) => (
                <td key={agentId}>{(sums.get(day) ?? 0).toLocaleString('en')}</td>
              ))}
              {own.length > 1 && <td>{(all.get(day) ?? 0).toLocaleString('en')}</td>}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
