/** The search thread: a runaway regular expression blocks only this. */
import { type SearchRequest, search } from './find-matches.ts';

addEventListener('message', ({ data }: MessageEvent<SearchRequest>) => postMessage(search(data)));
