/** The thread that looks through the text: a regular expression that runs away holds up nothing but this. */
import { type SearchRequest, search } from './find-matches.ts';

addEventListener('message', ({ data }: MessageEvent<SearchRequest>) => postMessage(search(data)));
