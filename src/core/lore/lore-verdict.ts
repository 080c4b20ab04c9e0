import type { NodeId, TreeId } from '../ids.ts';
import type { LoreLogic } from './lore-entry.ts';

/** A place in the text on the path where a key was found, in UTF-16 code units of the node; null for what is typed at its end. */
export interface LorePlace {
  readonly nodeId: NodeId | null;
  readonly from: number;
  readonly to: number;
}

/**
 * A fault of a key, for which it is never looked for. `blank`: nothing, or white space. `mark`: marks that belong to a letter which is
 * not there. `long`: more than `MAX_LORE_KEY_LENGTH`. `flags`: others than `i`, `m`, `s` and `u` after a regular expression, or one of
 * them twice. `lookAround` and `backReference`: they have no linear time. `pattern`: anything else that is no regular expression.
 * `emptyMatch`: it matches where there is nothing. `tooMany`: the grove has more regular expressions than are looked for.
 */
export type LoreKeyFault =
  | 'blank'
  | 'mark'
  | 'long'
  | 'flags'
  | 'lookAround'
  | 'backReference'
  | 'pattern'
  | 'emptyMatch'
  | 'tooMany';

/** Why an entry is sent. */
export type LoreFired =
  | { readonly kind: 'always' }
  | {
      readonly kind: 'key';
      readonly key: string;
      readonly place: LorePlace;
      /** Paragraphs, or messages, between it and the end of the text: 0 in the last. */
      readonly paragraphsUp: number;
    }
  /** The text of another entry has its key. */
  | { readonly kind: 'wokenBy'; readonly title: string; readonly part: string | null; readonly key: string };

/** Why an entry is not sent. */
export type LoreNotFired =
  | { readonly kind: 'off' }
  | { readonly kind: 'noKey' }
  | {
      readonly kind: 'secondary';
      readonly logic: LoreLogic;
      /** For `andAny` and `andAll`, the keys that are not there; for `notAny` and `notAll`, those that are. */
      readonly missingOrPresent: readonly string[];
      readonly key: string;
      /** Null if the key is in the text of another entry. */
      readonly place: LorePlace | null;
    }
  /** In tokens. */
  | { readonly kind: 'budget'; readonly needs: number; readonly left: number }
  /** It has a key in the text, or is for always, but not on this branch (`after`, `notAfter`). */
  | { readonly kind: 'branch' }
  /** Another entry of its group came first, with this title. */
  | { readonly kind: 'group'; readonly title: string }
  | { readonly kind: 'badKey'; readonly key: string; readonly reason: LoreKeyFault }
  /** There is nothing to send. */
  | { readonly kind: 'empty' }
  /** The document has no such section. */
  | { readonly kind: 'noSection' };

export type LoreReason = LoreFired | LoreNotFired;

interface LoreVerdictBase {
  /** Of the document. */
  readonly treeId: TreeId;
  readonly title: string;
  readonly part: string | null;
  /** Its index in the document's `settings.lore`. */
  readonly entry: number;
  /** An estimate of what its text costs. */
  readonly tokens: number;
}

/** An entry that is sent, or that is not, with the reason. */
export type LoreVerdict = LoreVerdictBase &
  ({ readonly fired: true; readonly why: LoreFired } | { readonly fired: false; readonly why: LoreNotFired });

/** The answer for one key: its last place in the text that is scanned; of a regular expression, the first. */
export type LoreTrial =
  | { readonly kind: 'found'; readonly place: LorePlace; readonly paragraphsUp: number }
  | { readonly kind: 'notFound' }
  | { readonly kind: 'badKey'; readonly reason: LoreKeyFault };
