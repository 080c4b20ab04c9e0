import type { AgentId } from '../../../core/ids.ts';
import { POSITION_FLAGS } from '../../../core/tree/tree-node.ts';
import { useOpenTree, useStore } from '../../session/hooks.ts';
import type { ShownNode } from '../../session/tree/node-session.ts';
import type { ShownGrove } from '../../session/window/app-session.ts';
import { findAgent } from '../../session/window/find-agent.ts';
import { Button } from '../../ui/Button.tsx';
import { useCommands } from '../commands.ts';
import { Author } from './Author.tsx';
import { Fact } from './Fact.tsx';
import { formatNumber, formatTime, inferredLength, sayFinish, sayVerdict, sharesOf } from './format-node.ts';
import styles from './NodePane.module.css';

interface NodeFactsProps {
  readonly grove: ShownGrove;
  readonly shown: ShownNode;
}

/** What the node is: who wrote it and when, where it stands, and whether it is as it was written. */
export function NodeFacts({ grove, shown }: NodeFactsProps) {
  const tree = useOpenTree();
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
        {header !== undefined && header.siblingCount > 1 && (
          <Fact name="Sibling">
            {header.siblingIndex} of {header.siblingCount}
          </Fact>
        )}
        {header !== undefined && header.versionCount > 1 && (
          <Fact name="Version">
            {header.versionIndex} of {header.versionCount}
          </Fact>
        )}
        {node.finishReason !== null && <Fact name="End">{sayFinish(node.finishReason)}</Fact>}
        <Hands grove={grove} shown={shown} />
        <Fact name="Context">
          {isExcluded ? 'left out of what models are sent' : 'part of what models are sent'}{' '}
          {!grove.readOnly && (
            <Button
              look="quiet"
              disabled={!atCaret}
              hint={commands.hint('node.exclude')}
              onClick={() => commands.run('node.exclude')}
            >
              {isExcluded ? 'Include' : 'Exclude'}
            </Button>
          )}
        </Fact>
        <Fact name="Proof">
          <span data-verdict={verdict.verdict} className={styles.verdict}>
            {sayVerdict(verdict)}
          </span>{' '}
          <Button look="quiet" onClick={() => void tree.node.exportRecord(node.id)}>
            Export record…
          </Button>
        </Fact>
        <Fact name="Id">
          <code className={styles.code}>{node.localId}</code>
        </Fact>
      </dl>
      {inferredLength(spans) > 0 && (
        <p className={styles.soft}>
          Who wrote {formatNumber(inferredLength(spans))} of its characters was not tracked: it is inferred
          from a comparison.
        </p>
      )}
    </>
  );
}

/** Who wrote how much, where it was not one hand alone. */
function Hands({ grove, shown }: NodeFactsProps) {
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
