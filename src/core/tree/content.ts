/** The content of a node (`domain.md`, *Content*). Only text can be edited; images and audio are references. */
export type Content = TextContent | ImageContent | AudioContent | MixedContent;
export type ContentType = Content['type'];
export type ContentBlock = TextContent | ImageContent | AudioContent;

export interface TextContent {
  readonly type: 'text';
  readonly text: string;
}

export interface ImageContent {
  readonly type: 'image';
  /** `sha256:` and the digest of the bytes. */
  readonly ref: string;
  readonly mimeType: string;
  readonly width: number;
  readonly height: number;
  readonly thumbnailRef?: string;
  readonly altText?: string;
}

export interface AudioContent {
  readonly type: 'audio';
  readonly ref: string;
  readonly mimeType: string;
  readonly durationMs: number;
  /** The node that holds the transcript. */
  readonly transcriptRef?: string;
}

export interface MixedContent {
  readonly type: 'mixed';
  readonly blocks: readonly ContentBlock[];
}
