import { useId } from 'react';
import { DOCUMENTS, NEW_DOCUMENT } from '../../../ui-text/grove/pane.ts';
import { Button } from '../../ui/Button.tsx';
import { PlusIcon } from '../../ui/icons.tsx';
import { useCommands } from '../commands.ts';
import { ListHead, TreeList, type TreeListProps } from './TreeList.tsx';

/** The documents of the grove, which open as trees do (`documents.md`). */
export function Documents(props: Omit<TreeListProps, 'labelledBy'>) {
  const commands = useCommands();
  const id = useId();
  return (
    <>
      <ListHead id={id} title={DOCUMENTS}>
        {!props.readOnly && (
          <Button
            variant="icon"
            label={NEW_DOCUMENT}
            hint={commands.hint('grove.newDocument')}
            onClick={() => commands.run('grove.newDocument')}
          >
            <PlusIcon />
          </Button>
        )}
      </ListHead>
      <TreeList {...props} labelledBy={id} />
    </>
  );
}
