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
 * The path and the working buffer as the text shows them (`manuscript.md`, *State*). Initialise it with a
 * path. For every transaction that changes the text, an effect or a `TextChange` determines the result here; the
 * lengths of the segments always add up to the length of the text.
 */
export const segments = StateField.define<BufferPath>({
  create: () => {
    throw new Error('initialise the segments field with a path');
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
      () => `segments cover ${length} of ${transaction.newDoc.length} code units`,
    );
    return now;
  },
});
