/** The editor as the rest of the renderer sees it. */
export { createManuscript } from './create-manuscript.ts';
export { isTextFile } from './input/file-drop.ts';
export { WheelSteps } from './input/wheel-steps.ts';
export type {
  AnsweredCommit,
  CheckWords,
  CommittedSegment,
  FindReport,
  KeptText,
  Manuscript,
  ManuscriptAsk,
  ManuscriptAuthor,
  ManuscriptContent,
  ManuscriptEvent,
  ManuscriptNode,
  ManuscriptOptions,
  ManuscriptPreferences,
  ManuscriptSummary,
  ManuscriptWord,
  SealedSegment,
  StreamingText,
} from './manuscript.ts';
