import { Facet } from '@codemirror/state';
import type { LinkInText } from '../../surface.ts';

/** An embedded text. */
export interface Embedded {
  /** Of the tree that it is from. */
  readonly title: string;
  /** Texts, and the embeds between them. */
  readonly parts: readonly (string | Embedded)[];
  /** The text goes on, but no more can be shown. */
  readonly isCut: boolean;
}

/** Returns for each link if it leads somewhere; null if that cannot be told now. Never rejects. */
export type ReadLinks = (links: readonly LinkInText[]) => Promise<readonly boolean[] | null>;

export type ReadEmbed = (link: LinkInText) => Promise<Embedded | null>;

export interface LinkHost {
  readonly read: ReadLinks;
  /** The text that an embed shows; null for none. Without it, embeds are links. Never rejects. */
  readonly embed?: ReadEmbed;
  /** The writer follows a link. */
  follow(link: LinkInText): void;
}

export const linkHost = Facet.define<LinkHost, LinkHost | null>({ combine: ([host = null]) => host });

/** Distinguishes links that may lead to different places. */
export function keyOf({ nodeId, name, section, localId, passage }: LinkInText): string {
  return JSON.stringify([nodeId, name, section, localId, passage]);
}
