import type { WrittenFile } from '../../ipc/wire/exchange.ts';
import { OPEN_FILE, SHOW_FILE } from '../../ui-text/window/notices.ts';
import type { Client } from '../client.ts';
import type { Notices } from './notices.ts';

/**
 * Reports the written file, and offers to show it in its folder.
 * @param opens whether it also offers to open it: other programs' files, no groves
 */
export function tellWritten(
  { client, notices }: { readonly client: Pick<Client, 'call'>; readonly notices: Notices },
  sentence: string,
  { handle }: WrittenFile,
  opens: boolean,
): void {
  const act = (label: string, request: 'exchange.showFile' | 'exchange.openFile') => ({
    label,
    run: () => void client.call(request, { handle }).catch((error: unknown) => notices.report(error)),
  });
  notices.tell(sentence, [
    act(SHOW_FILE, 'exchange.showFile'),
    ...(opens ? [act(OPEN_FILE, 'exchange.openFile')] : []),
  ]);
}
