import { useState } from 'react';
import { MAX_REMARK_LENGTH } from '../../../core/text/limits.ts';
import { NO_SUMMARY, SUMMARY, SUMMARY_HINT, SUMMARY_NOT_SAVED } from '../../../ui-text/node/facts.ts';
import { useStore, useTreeDesk } from '../../session/hooks.ts';
import type { ShownNode } from '../../session/tree/node-session.ts';
import type { ShownGrove } from '../../session/window/app-session.ts';
import { Accordion } from '../../ui/Accordion.tsx';
import { FirstLine, TypedText } from '../../ui/fields/TypedText.tsx';
import styles from './NodePane.module.css';

interface NodeSummaryProps {
  readonly grove: ShownGrove;
  readonly shown: ShownNode;
}

/** The summary of a node where there is no room for its text: a model's, until the writer writes one. */
export function NodeSummary({ grove, shown }: NodeSummaryProps) {
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
                onLeave={() => void node.summaries.flush()}
              />
            ),
          },
        ]}
      />
    </div>
  );
}
