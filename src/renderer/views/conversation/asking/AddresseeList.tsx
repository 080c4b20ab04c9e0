import { ADDRESSEES } from '../../../../ui-text/conversation.ts';
import { useDialogueDesk, useStore } from '../../../session/hooks.ts';
import { AgentName } from '../../../ui/AgentName.tsx';
import styles from './AddresseeList.module.css';

export interface AddresseeListProps {
  readonly id: string;
}

/** The id of an option of the list. */
export function optionIdOf(listId: string, index: number): string {
  return `${listId}-${index}`;
}

/** The agents that a message may address, above the composer while `@` and a name are written; the keyboard stays there. */
export function AddresseeList({ id }: AddresseeListProps) {
  const { addressing } = useDialogueDesk();
  const { offered, highlighted } = useStore(addressing.state);
  if (offered.length === 0) return null;
  return (
    <div className={styles.place}>
      <div id={id} className={styles.list} role="listbox" aria-label={ADDRESSEES}>
        {offered.map(({ id: agentId, name, color }, index) => (
          // biome-ignore lint/a11y/useFocusableInteractive lint/a11y/useKeyWithClickEvents: the keyboard chooses from the composer
          <div
            key={agentId}
            id={optionIdOf(id, index)}
            ref={(element) => {
              if (index === highlighted) element?.scrollIntoView({ block: 'nearest' });
            }}
            className={styles.option}
            role="option"
            aria-selected={index === highlighted}
            // The composer keeps the keyboard.
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => addressing.take(index)}
          >
            <AgentName name={name} colour={color} />
          </div>
        ))}
      </div>
    </div>
  );
}
