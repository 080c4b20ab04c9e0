import { useState } from 'react';
import { firstWords } from '../../../core/text/first-words.ts';
import { textOf } from '../../../core/tree/tree-node.ts';
import {
  ANSWER_UNKNOWN,
  answerKind,
  NOT_AN_ANSWER,
  PARTS_OF_THE_TEXT,
  showAllParts,
} from '../../../ui-text/runs.ts';
import { suggestionKind } from '../../../ui-text/suggestions/listing.ts';
import { dateAndTime } from '../../../ui-text/time.ts';
import { proposalOfRun } from '../../session/proposals/proposal-of-run.ts';
import type { Proposal } from '../../session/proposals/proposal-state.ts';
import { firstWords as titleOf } from '../../session/tree/first-words.ts';
import type { ShownNode, TextRun } from '../../session/tree/node-session.ts';
import type { ShownGrove } from '../../session/window/app-session.ts';
import { findAgent } from '../../session/window/find-agent.ts';
import { Button } from '../../ui/Button.tsx';
import { ProposalRecord } from '../proposals/ProposalRecord.tsx';
import { AnswerRecord } from './AnswerRecord.tsx';
import { Author } from './Author.tsx';
import styles from './TextRuns.module.css';

interface TextRunsProps {
  readonly grove: ShownGrove;
  readonly shown: ShownNode;
}

/** Most parts listed until all are requested. */
const LISTED = 12;

/** The answer that each part of a text of several authors, of a rewrite or of a bridge is from, with its record. */
export function TextRuns({ grove, shown }: TextRunsProps) {
  const [listsAll, setListsAll] = useState(false);
  const { runs, details, versions, proposals } = shown;
  if (runs.length === 0) return null;
  const text = textOf(details.content);
  const until = versions.slice(0, versions.findIndex(({ nodeId }) => nodeId === details.node.id) + 1);
  const versionIds = until.map(({ nodeId }) => nodeId);
  const listed = listsAll ? runs : runs.slice(0, LISTED);
  return (
    <section className={styles.runs} aria-labelledby="node-runs">
      <h3 id="node-runs" className={styles.heading}>
        {PARTS_OF_THE_TEXT}
      </h3>
      <ol className={styles.list}>
        {listed.map((run) => {
          const words = text.slice(run.from, run.to);
          const proposal = proposalOfRun(run, words, versionIds, proposals);
          return (
            <li key={run.from} className={styles.run}>
              <RunDetails grove={grove} shown={shown} run={run} text={words} proposal={proposal} />
            </li>
          );
        })}
      </ol>
      {listed.length < runs.length && (
        <Button variant="quiet" onClick={() => setListsAll(true)}>
          {showAllParts(runs.length)}
        </Button>
      )}
    </section>
  );
}

interface RunDetailsProps extends TextRunsProps {
  readonly run: TextRun;
  readonly text: string;
  /** The one that it was suggested in. */
  readonly proposal: Proposal | null;
}

function RunDetails({ grove, shown, run, text, proposal }: RunDetailsProps) {
  const { authorId, source } = run;
  const isModel = findAgent(grove, authorId)?.type === 'model';
  const version = shown.versions.findIndex(({ nodeId }) => nodeId === source?.nodeId);
  const about =
    proposal !== null
      ? [suggestionKind(proposal.instruction), dateAndTime(proposal.createdAt)]
      : source === null
        ? [isModel ? ANSWER_UNKNOWN : NOT_AN_ANSWER]
        : [
            answerKind(source.kind, source.instruction),
            ...(version < 0 ? [] : [`v${version + 1}`]),
            dateAndTime(source.createdAt),
          ];
  const label = (
    <>
      <span className={styles.words}>{firstWords(text) ?? titleOf(text)}</span>{' '}
      <span className={styles.who}>
        <Author grove={grove} authors={[authorId]} /> {about.join(' · ')}
      </span>
    </>
  );
  if (proposal?.hasRecord === true)
    return <ProposalRecord proposalId={proposal.proposalId} summary={label} />;
  return source === null ? label : <AnswerRecord nodeId={source.nodeId} summary={label} quiet />;
}
