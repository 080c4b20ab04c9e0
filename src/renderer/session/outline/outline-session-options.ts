import type { TreeId } from '../../../core/ids.ts';
import type { TextSection } from '../../../core/sections/sections.ts';
import type { Client } from '../../client.ts';
import type { CurrentPlace } from '../../surface.ts';
import type { PathAuthors } from '../path/path-authors.ts';
import type { PathSession } from '../path/path-session.ts';
import type { Store } from '../store.ts';
import type { OutlineState } from './outline-state.ts';

export interface OutlineSessionOptions {
  readonly client: Pick<Client, 'call'>;
  readonly treeId: TreeId;
  readonly path: PathSession;
  /** Who wrote what the path shows. */
  readonly authors: Pick<PathAuthors, 'at' | 'typed'>;
  readonly place: Store<CurrentPlace | null>;
  /** The chapters and scenes of the text. */
  readonly sections: Store<readonly TextSection[]>;
  /** The state in which the tree was left; null if it is shown for the first time. */
  readonly saved?: OutlineState | null;
  onError(error: unknown): void;
}
