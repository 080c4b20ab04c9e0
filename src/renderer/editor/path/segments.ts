import { StateField } from '@codemirror/state';
import { assert } from '../../../core/assert.ts';
import { type BufferPath, commitPath, replaceInPath, sealPath, unsealPath } from './buffer-path.ts';
import {
  draftCommitted,
  draftSealed,
  draftUnsealed,
  findTextChange,
  pathReplaced,
  structureRestored,
} from './effects.ts';

/**
 * The path and the working buffer as the text shows them (`manuscript.md`, *State*). `init` it with a path. Of every
 * transaction that changes the text an effect or a `TextChange` says what that does here; the lengths always add up to
 * the text's.
 */
export const segments = StateField.define<BufferPath>({
  create: () => {
    throw new Error('the segments field begins with a path');
  },
  update: (path, transaction) => {
    let now = path;
    for (const effect of transaction.effects) {
      if (effect.is(structureRestored)) now = effect.value.path;
      else if (effect.is(draftSealed)) now = sealPath(now, effect.value);
      else if (effect.is(draftCommitted)) now = commitPath(now, effect.value);
      else if (effect.is(draftUnsealed)) now = unsealPath(now);
      else if (effect.is(pathReplaced)) now = replaceInPath(now, effect.value);
    }
    now = findTextChange(transaction)?.path ?? now;
    const { length } = now.segments;
    assert(
      length === transaction.newDoc.length,
      () => `segments of ${length} on a text of ${transaction.newDoc.length}`,
    );
    return now;
  },
});
