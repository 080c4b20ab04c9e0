import { decodeEntity } from './entities.ts';
import { MAX_ADDRESS_LENGTH } from './limits.ts';

/** Where a link leads. */
export interface LinkAddress {
  readonly address: string;
  /** The host, with its port, or who gets the mail. */
  readonly host: string;
}

/** A host of ASCII letters, so that what is shown is what the system is asked for, and the end of it. */
const HTTPS = /^https:\/\/([a-z0-9](?:[a-z0-9-]|\.(?!\.))*(?::[0-9]{1,5})?)(?=[/?#]|$)/i;

const MAILTO = /^mailto:([a-z0-9.!#$&'*+/=^_{|}~-]{1,100}@[a-z0-9](?:[a-z0-9-]|\.(?!\.)){1,200})$/i;

/** What no address has: spaces, control characters, those that turn or hide text, and those that address parsers change. */
const UNSAFE = /[\p{Cc}\p{Cf}\p{Z}\\<>"`]/u;

/**
 * Reads the address of a link as it was typed, with escapes and character references. Null for all but https and mailto
 * (`security.md`), and for an address that could lead elsewhere than it seems to.
 */
export function readLinkAddress(typed: string): LinkAddress | null {
  if (typed.length > MAX_ADDRESS_LENGTH) return null;
  const inner = typed.startsWith('<') && typed.endsWith('>') ? typed.slice(1, -1) : typed;
  const address = inner.replace(
    /\\([!-/:-@[-`{-~])|&[#a-z0-9]{1,30};/gi,
    (reference, escaped: string | undefined) => escaped ?? decodeEntity(reference) ?? reference,
  );
  if (UNSAFE.test(address)) return null;
  const host = HTTPS.exec(address)?.[1] ?? MAILTO.exec(address)?.[1];
  return host === undefined ? null : { address, host: host.toLowerCase() };
}
