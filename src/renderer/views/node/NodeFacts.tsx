import { type AuthorShare, percentsOf, sharesOf } from '../../../core/provenance/who-wrote.ts';
import { POSITION_FLAGS } from '../../../core/tree/tree-node.ts';
import {
  authorshipInferred,
  EXCLUDE,
  EXPORT_RECORD,
  FACTS,
  FINISHED,
  INCLUDE,
  leftOutSummary,
  NOT_SENT_TO_MODELS,
  SENT_TO_MODELS,
} from '../../../ui-text/node/facts.ts';
import { authorsLabel, percentText, SHARES_LABEL } from '../../../ui-text/page/authors.ts';
import { dateAndTime } from '../../../ui-text/time.ts';
import { numberOf } from '../../../ui-text/window/buttons.ts';
import { useStore, useTreeDesk } from '../../session/hooks.ts';
import type { ShownNode } from '../../session/tree/node-session.ts';
import type { ShownGrove } from '../../session/window/app-session.ts';
import { colourOfAgent, findAgent } from '../../session/window/find-agent.ts';
import { Button } from '../../ui/Button.tsx';
import { useCommands } from '../commands.ts';
import { Author } from './Author.tsx';
import { Fact } from './Fact.tsx';
import { formatVerdict, inferredLength } from './format-node.ts';
import styles from './NodePane.module.css';

interface NodeFactsProps {
  readonly grove: ShownGrove;
  readonly shown: ShownNode;
}

/** The facts about a node: author, time, siblings, versions, and whether its hash verifies. */
export function NodeFacts({ grove, shown }: NodeFactsProps) {
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
        <Fact name={FACTS.integrity}>
          <span data-verdict={verdict.verdict} className={styles.verdict}>
            {formatVerdict(verdict)}
          </span>{' '}
          <Button variant="quiet" onClick={() => void tree.node.exportRecord(node.id)}>
            {EXPORT_RECORD}
          </Button>
        </Fact>
        <Fact name={FACTS.id}>
          <code className={styles.code}>{node.localId}</code>
        </Fact>
      </dl>
      {inferredLength(spans) > 0 && (
        <p className={styles.soft}>{authorshipInferred(inferredLength(spans))}</p>
      )}
    </>
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
