import { useEffect, useRef, useState } from 'react';
import type { NodeVerdict } from '../../../core/provenance/verify.ts';
import { type AuthorShare, percentsOf, sharesOf } from '../../../core/provenance/who-wrote.ts';
import { firstWords } from '../../../core/text/first-words.ts';
import { MAX_REMARK_LENGTH } from '../../../core/text/limits.ts';
import { type Spans, spansLength } from '../../../core/text/span.ts';
import { POSITION_FLAGS, textOf } from '../../../core/tree/tree-node.ts';
import {
  authorshipInferred,
  EXCLUDE,
  EXPORT_RECORD,
  FACTS,
  FINISHED,
  INCLUDE,
  leftOutSummary,
  NO_SUMMARY,
  NOT_ON_PATH,
  NOT_SENT_TO_MODELS,
  NOTES_OF_TREE,
  nodeNumber,
  SENT_TO_MODELS,
  SUMMARY,
  SUMMARY_HINT,
  SUMMARY_NOT_SAVED,
  THE_BEGINNING,
  VERDICTS,
} from '../../../ui-text/node/facts.ts';
import { NOTE_ELSEWHERE } from '../../../ui-text/node/notes.ts';
import {
  ANSWER_UNKNOWN,
  answerKind,
  NOT_AN_ANSWER,
  PARTS_OF_THE_TEXT,
  RECORD,
  showAllParts,
} from '../../../ui-text/node/record.ts';
import { authorsLabel, percentText, SHARES_LABEL } from '../../../ui-text/page/authors.ts';
import { suggestionKind } from '../../../ui-text/suggestions/listing.ts';
import { TAGS } from '../../../ui-text/tags.ts';
import { dateAndTime } from '../../../ui-text/time.ts';
import { inVersion } from '../../../ui-text/tree/versions.ts';
import { DETAILS, LOADING, numberOf } from '../../../ui-text/window/buttons.ts';
import { colourOfAgent, findAgent } from '../../session/find-agent.ts';
import { useStore, useTreeDesk } from '../../session/hooks.ts';
import { type Proposal, proposalOfRun } from '../../session/proposals/proposal-state.ts';
import { firstWords as titleOf } from '../../session/tree/bookmarks-session.ts';
import { grantableFocus, type ShownNode, type TextRun } from '../../session/tree/node-session.ts';
import type { ShownGrove } from '../../session/window/app-session.ts';
import shared from '../../styles/shared.module.css';
import { Accordion } from '../../ui/Accordion.tsx';
import { Button } from '../../ui/Button.tsx';
import { FirstLine, TypedText } from '../../ui/fields/TypedText.tsx';
import { useCommands } from '../commands.ts';
import { PassageBacklinks } from '../links/Backlinks.tsx';
import { ProposalRecord } from '../proposals/ProposalRecord.tsx';
import { TagsOf } from '../tags/TagsOf.tsx';
import { useFocusRequest } from '../use-focus-request.ts';
import { Author } from './Author.tsx';
import { Fact } from './Fact.tsx';
import { AnswerRecord } from './LoadedRecord.tsx';
import styles from './NodePane.module.css';
import { Notes } from './Notes.tsx';
import { Versions } from './Versions.tsx';

/** Everything about the caret's node: facts, notes, versions and the record of its answer. */
export function NodePane({ grove }: { readonly grove: ShownGrove }) {
  const tree = useTreeDesk();
  const shown = useStore(tree.node.shown);
  const writing = useStore(tree.node.unsavedNote);
  const heading = useRef<HTMLHeadingElement>(null);
  useStore(tree.path.mirror);

  useEffect(() => tree.node.watch(), [tree]);
  useFocusRequest(tree.node.focusRequest, (target) => {
    if (shown === null || grantableFocus(target, shown, writing) !== 'about') return false;
    heading.current?.focus();
    return true;
  });

  if (shown === null) return <p className={styles.empty}>{LOADING}</p>;
  const { positionId, details } = shown;
  const number = tree.path.indexOf(positionId) + 1;
  const isRoot = positionId === tree.path.rootPositionId;
  // A link to a document is to all of it.
  const isDocument = grove.trees.some(({ id, kind }) => id === tree.treeId && kind === 'document');
  return (
    <div className={shared.paneBody}>
      <h2 ref={heading} className={shared.paneTitle} tabIndex={-1}>
        {isRoot ? THE_BEGINNING : number > 0 ? nodeNumber(number, tree.path.length) : NOT_ON_PATH}
      </h2>
      {writing !== null && <NoteElsewhere />}
      {isRoot ? <p className={styles.soft}>{NOTES_OF_TREE}</p> : <NodeFacts grove={grove} shown={shown} />}
      {!isRoot && <NodeSummary grove={grove} shown={shown} />}
      <TagsOf
        key={`tags ${positionId}`}
        label={TAGS}
        positionId={positionId}
        readOnly={grove.readOnly}
        adds
      />
      <Notes key={positionId} grove={grove} shown={shown} />
      <PassageBacklinks
        treeId={tree.treeId}
        positionId={isRoot || isDocument ? null : positionId}
        readOnly={grove.readOnly}
      />
      <TextRuns key={`runs ${details.node.id}`} grove={grove} shown={shown} />
      {!isRoot && <Versions key={`versions ${positionId}`} grove={grove} shown={shown} />}
      {!isRoot && <Details shown={shown} />}
    </div>
  );
}

/** Shown while an unsaved note keeps the tab on a node that the caret has left. */
function NoteElsewhere() {
  const { node } = useTreeDesk();
  const atCaret = useStore(node.atCaret);
  if (atCaret) return null;
  return <p className={styles.soft}>{NOTE_ELSEWHERE}</p>;
}

interface NodeSummaryProps {
  readonly grove: ShownGrove;
  readonly shown: ShownNode;
}

/** The summary of a node where there is no room for its text: a model's, until the writer writes one. */
function NodeSummary({ grove, shown }: NodeSummaryProps) {
  const { node } = useTreeDesk();
  const { nodeId, details } = shown;
  const typed = useStore(node.summaries.typed).get(nodeId);
  const error = useStore(node.summaries.errors).get(nodeId);
  const [open, setOpen] = useState<string | null>(null);
  const value = typed ?? details.node.summary ?? '';
  return (
    <div className={styles.folds}>
      {error !== undefined && <p role="status">{SUMMARY_NOT_SAVED}</p>}
      <Accordion
        open={open}
        onOpen={setOpen}
        items={[
          {
            id: 'summary',
            title: SUMMARY,
            note: <FirstLine text={value} empty={NO_SUMMARY} />,
            content: (
              <TypedText
                key={nodeId}
                label={SUMMARY}
                hint={SUMMARY_HINT}
                value={value}
                maxLength={MAX_REMARK_LENGTH}
                readOnly={grove.readOnly}
                rows={3}
                onChange={(text) => node.summaries.change(nodeId, text)}
                onLeave={() => void node.summaries.saver.flush()}
              />
            ),
          },
        ]}
      />
    </div>
  );
}

interface TextRunsProps {
  readonly grove: ShownGrove;
  readonly shown: ShownNode;
}

/** Most parts listed until all are requested. */
const LISTED = 12;

/** The answer that each part of a text of several authors, of a rewrite or of a bridge is from, with its record. */
function TextRuns({ grove, shown }: TextRunsProps) {
  const [listsAll, setListsAll] = useState(false);
  const { runs, details, versions, proposals } = shown;
  if (runs.length === 0) return null;
  const text = textOf(details.content);
  const until = versions.slice(0, versions.findIndex(({ nodeId }) => nodeId === details.node.id) + 1);
  const versionIds = until.map(({ nodeId }) => nodeId);
  const listed = listsAll ? runs : runs.slice(0, LISTED);
  return (
    <section className={styles.runs} aria-labelledby="node-runs">
      <h3 id="node-runs" className={shared.paneHeading}>
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
            ...(version < 0 ? [] : [inVersion(version + 1)]),
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

interface NodeFactsProps {
  readonly grove: ShownGrove;
  readonly shown: ShownNode;
}

/** The facts about a node: author, time, siblings, versions; and if its hash does not verify, that. */
function NodeFacts({ grove, shown }: NodeFactsProps) {
  const tree = useTreeDesk();
  const commands = useCommands();
  const atCaret = useStore(tree.node.atCaret);
  const { node, spans, verdict, answeredBy, leftOut } = shown.details;
  const typed = useStore(tree.authors.shares).get(shown.nodeId);
  const shares = typed ?? sharesOf(spans);
  const authors = shares.map(({ agent }) => agent);
  const header = tree.path.findHeader(shown.positionId);
  const isExcluded = ((header?.flags ?? 0) & POSITION_FLAGS.excluded) !== 0;
  return (
    <>
      <dl className={styles.facts}>
        <Fact name={FACTS.author}>
          <Author grove={grove} authors={shares.length === 0 ? [node.authorId] : authors} />
        </Fact>
        {shares.length > 1 && (
          <Fact name={SHARES_LABEL}>
            <AuthorShares grove={grove} shares={shares} />
          </Fact>
        )}
        {answeredBy !== null && <Fact name={FACTS.model}>{answeredBy}</Fact>}
        <Fact name={FACTS.written}>{dateAndTime(node.createdAt)}</Fact>
        {header !== undefined && header.siblingCount > 1 && header.siblingIndex > 0 && (
          <Fact name={FACTS.sibling}>{numberOf(header.siblingIndex, header.siblingCount)}</Fact>
        )}
        {header !== undefined && header.versionCount > 1 && (
          <Fact name={FACTS.version}>{numberOf(header.versionIndex, header.versionCount)}</Fact>
        )}
        {node.finishReason !== null && <Fact name={FACTS.ended}>{FINISHED[node.finishReason]}</Fact>}
        {leftOut.length > 0 && (
          <Fact name={FACTS.leftOut}>
            {leftOut.map((part) => (
              <details key={`${part.place} ${part.kind}`}>
                <summary className={styles.soft}>{leftOutSummary(part)}</summary>
                <p className={styles.leftOut}>{part.text.trim()}</p>
              </details>
            ))}
          </Fact>
        )}
        <Fact name={FACTS.context}>
          {isExcluded ? NOT_SENT_TO_MODELS : SENT_TO_MODELS}{' '}
          {!grove.readOnly && (
            <Button
              variant="quiet"
              disabled={!atCaret}
              hint={commands.hint('node.exclude')}
              onClick={() => commands.run('node.exclude')}
            >
              {isExcluded ? INCLUDE : EXCLUDE}
            </Button>
          )}
        </Fact>
        {verdict.verdict !== 'valid' && <Integrity verdict={verdict} />}
      </dl>
      {inferredLength(spans) > 0 && (
        <p className={styles.soft}>{authorshipInferred(inferredLength(spans))}</p>
      )}
    </>
  );
}

/** The verdict on a node's hash. */
function Integrity({ verdict }: { readonly verdict: NodeVerdict }) {
  return (
    <Fact name={FACTS.integrity}>
      <span data-verdict={verdict.verdict} className={styles.verdict}>
        {formatVerdict(verdict)}
      </span>
    </Fact>
  );
}

/** Folded: what an engineer asks of a node. It stays open while the caret moves on. */
function Details({ shown }: { readonly shown: ShownNode }) {
  const tree = useTreeDesk();
  const [open, setOpen] = useState<string | null>(null);
  const { node, verdict } = shown.details;
  return (
    <div className={styles.folds}>
      <Accordion
        open={open}
        onOpen={setOpen}
        items={[
          {
            id: 'details',
            title: DETAILS,
            content: (
              <>
                <dl className={styles.facts}>
                  {verdict.verdict === 'valid' && <Integrity verdict={verdict} />}
                  <Fact name={FACTS.id}>
                    <code className={styles.code}>{node.localId}</code>
                  </Fact>
                </dl>
                <Button variant="quiet" onClick={() => void tree.node.exportRecord(node.id)}>
                  {EXPORT_RECORD}
                </Button>
                {node.responseId !== null && <AnswerRecord key={node.id} nodeId={node.id} summary={RECORD} />}
              </>
            ),
          },
        ]}
      />
    </div>
  );
}

interface AuthorSharesProps {
  readonly grove: ShownGrove;
  readonly shares: readonly AuthorShare[];
}

/** Each agent's share of the text, with a bar for those of at least one percent. */
function AuthorShares({ grove, shares }: AuthorSharesProps) {
  return (
    <ul className={styles.shares}>
      {percentsOf(shares).map(({ agent, percent }) => (
        <li key={agent} data-colour={colourOfAgent(findAgent(grove, agent)) ?? undefined}>
          {authorsLabel([agent], grove)} <span className={styles.percent}>{percentText(percent)}</span>
          {percent > 0 && (
            <span
              className={styles.bar}
              ref={(bar) => bar?.style.setProperty('--share', `${percent / 100}`)}
              aria-hidden="true"
            />
          )}
        </li>
      ))}
    </ul>
  );
}

// Formats what the Passage tab shows.

/** The verdict on a node's hash, with reasons if it does not verify. */
function formatVerdict({ verdict, reasons }: NodeVerdict): string {
  const why = reasons.join('; ');
  return why === '' ? `${VERDICTS[verdict]}.` : `${VERDICTS[verdict]}: ${why}.`;
}

/** The length of the text whose authorship is inferred, not tracked, in UTF-16 code units. */
function inferredLength(spans: Spans): number {
  return spansLength(spans.filter(({ inferred }) => inferred === true));
}
