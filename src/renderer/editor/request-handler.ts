import { Facet } from '@codemirror/state';
import type { ManuscriptRequest } from '../surface.ts';

/** Handles the requests that the writer makes in the editor; ignores them by default. */
export const requestHandler = Facet.define<
  (request: ManuscriptRequest) => void,
  (request: ManuscriptRequest) => void
>({
  combine: ([first]) => first ?? (() => undefined),
});
