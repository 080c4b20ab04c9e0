/** The editor as the rest of the renderer sees it. */
export { createManuscript } from './create-manuscript.ts';
export type {
  CommittedSegment,
  FindReport,
  Manuscript,
  ManuscriptAuthor,
  ManuscriptContent,
  ManuscriptEvent,
  ManuscriptNode,
  ManuscriptOptions,
  ManuscriptPreferences,
  ManuscriptSummary,
  SealedSegment,
  StreamingText,
} from './manuscript.ts';
