import type { AgentId } from '../../../core/ids.ts';
import { POSITION_FLAGS } from '../../../core/tree/tree-node.ts';
import { useStore, useTreeDesk } from '../../session/hooks.ts';
import type { ShownNode } from '../../session/tree/node-session.ts';
import type { ShownGrove } from '../../session/window/app-session.ts';
import { findAgent } from '../../session/window/find-agent.ts';
import { Button } from '../../ui/Button.tsx';
import { useCommands } from '../commands.ts';
import { Author } from './Author.tsx';
import { Fact } from './Fact.tsx';
import {
  formatFinishReason,
  formatNumber,
  formatTime,
  formatVerdict,
  inferredLength,
  sharesOf,
} from './format-node.ts';
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
  const { node, spans, verdict, answeredBy } = shown.details;
  const header = tree.path.findHeader(shown.positionId);
  const isExcluded = ((header?.flags ?? 0) & POSITION_FLAGS.excluded) !== 0;
  return (
    <>
      <dl className={styles.facts}>
        <Fact name="Author">
          <Author grove={grove} agentId={node.authorId} />{' '}
          <span className={styles.soft}>{node.authorType === 'human' ? 'person' : 'model'}</span>
        </Fact>
        {answeredBy !== null && <Fact name="Model">{answeredBy}</Fact>}
        <Fact name="Written">{formatTime(node.createdAt)}</Fact>
        {header !== undefined && header.siblingCount > 1 && header.siblingIndex > 0 && (
          <Fact name="Sibling">
            {header.siblingIndex} of {header.siblingCount}
          </Fact>
        )}
        {header !== undefined && header.versionCount > 1 && (
          <Fact name="Version">
            {header.versionIndex} of {header.versionCount}
          </Fact>
        )}
        {node.finishReason !== null && <Fact name="Ended">{formatFinishReason(node.finishReason)}</Fact>}
        <AuthorShares grove={grove} shown={shown} />
        <Fact name="Context">
          {isExcluded ? 'not sent to models' : 'sent to models'}{' '}
          {!grove.readOnly && (
            <Button
              variant="quiet"
              disabled={!atCaret}
              hint={commands.hint('node.exclude')}
              onClick={() => commands.run('node.exclude')}
            >
              {isExcluded ? 'Include' : 'Exclude'}
            </Button>
          )}
        </Fact>
        <Fact name="Integrity">
          <span data-verdict={verdict.verdict} className={styles.verdict}>
            {formatVerdict(verdict)}
          </span>{' '}
          <Button variant="quiet" onClick={() => void tree.node.exportRecord(node.id)}>
            Export record…
          </Button>
        </Fact>
        <Fact name="Id">
          <code className={styles.code}>{node.localId}</code>
        </Fact>
      </dl>
      {inferredLength(spans) > 0 && (
        <p className={styles.soft}>
          The authorship of {formatNumber(inferredLength(spans))} characters was not tracked; it is inferred
          from a comparison.
        </p>
      )}
    </>
  );
}

/** How much each agent wrote; nothing if the node's author wrote all of it. */
function AuthorShares({ grove, shown }: NodeFactsProps) {
  const shares = sharesOf(shown.details.spans);
  const [first] = shares;
  if (first === undefined || (shares.length === 1 && first.agent === shown.details.node.authorId))
    return null;
  return (
    <Fact name="Text by">
      {shares
        .map(({ agent, percent }) => `${findAgent(grove, agent as AgentId)?.name ?? 'Unknown'} ${percent} %`)
        .join(', ')}
    </Fact>
  );
}
