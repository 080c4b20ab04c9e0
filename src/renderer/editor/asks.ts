import { Facet } from '@codemirror/state';
import type { ManuscriptAsk } from './manuscript.ts';

/** Who is told what the writer asks for beside the text; nobody where it is not set. */
export const asks = Facet.define<(ask: ManuscriptAsk) => void, (ask: ManuscriptAsk) => void>({
  combine: ([first]) => first ?? (() => undefined),
});
