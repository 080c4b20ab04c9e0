/**
 * Time stamps by RFC 3161: the request, and what a reply says. They are written and read here, because a library for
 * the whole of CMS adds 390 KB to the program for these few fields; `node:crypto` does the certificates and signatures.
 */
import { createHash, verify, X509Certificate } from 'node:crypto';
import { AspenError } from '../../core/errors.ts';
import { type DerElement, oidOf, partsOf, readDer, TAG, writeDer } from './der.ts';

/** The SHA-256 of what is stamped, and the number that makes a request unlike all others. */
export interface StampQuestion {
  readonly digest: Buffer;
  /** Eight bytes. */
  readonly nonce: Buffer;
}

const SHA256 = Buffer.from('0609608648016503040201', 'hex');
const NULL = writeDer(TAG.null);
const YES = Buffer.from('0101ff', 'hex');
const ONE = Buffer.from('020101', 'hex');

const OID = {
  signedData: '1.2.840.113549.1.7.2',
  stampInfo: '1.2.840.113549.1.9.16.1.4',
  contentType: '1.2.840.113549.1.9.3',
  contentDigest: '1.2.840.113549.1.9.4',
  certificate: '1.2.840.113549.1.9.16.2.12',
  certificateV2: '1.2.840.113549.1.9.16.2.47',
  stamping: '1.3.6.1.5.5.7.3.8',
} as const;

/** Hash functions, by themselves and as part of a signature. */
const HASHES: Readonly<Record<string, string>> = {
  '2.16.840.1.101.3.4.2.1': 'sha256',
  '2.16.840.1.101.3.4.2.2': 'sha384',
  '2.16.840.1.101.3.4.2.3': 'sha512',
  '1.2.840.113549.1.1.11': 'sha256',
  '1.2.840.113549.1.1.12': 'sha384',
  '1.2.840.113549.1.1.13': 'sha512',
  '1.2.840.10045.4.3.2': 'sha256',
  '1.2.840.10045.4.3.3': 'sha384',
  '1.2.840.10045.4.3.4': 'sha512',
};
/** RSA, whose hash function is that of the content. */
const RSA = '1.2.840.113549.1.1.1';

/** The request for a time stamp: about 60 bytes, with nothing in them but the hash and the number. */
export function stampRequest(question: StampQuestion): Buffer {
  const imprint = writeDer(
    TAG.sequence,
    writeDer(TAG.sequence, SHA256, NULL),
    writeDer(TAG.bytes, question.digest),
  );
  return writeDer(TAG.sequence, ONE, imprint, writeDer(TAG.integer, integerOf(question.nonce)), YES);
}

/** A positive number without leading zeros, as DER has it. */
function integerOf(bytes: Buffer): Buffer {
  const first = bytes.findIndex((byte) => byte !== 0);
  const digits = first < 0 ? Buffer.alloc(1) : bytes.subarray(first);
  return (digits[0] ?? 0) >= 0x80 ? Buffer.concat([Buffer.alloc(1), digits]) : digits;
}

/**
 * Checks that a reply stamps what was asked, and is signed by a certificate that may. If the certificate can be trusted is
 * for the reader to decide.
 * @returns the time of the stamp, in milliseconds since 1970 UTC
 * @throws {AspenError} NOT_STAMPED
 */
export function checkStamp(reply: Buffer, question: StampQuestion): number {
  try {
    return readStamp(reply, question);
  } catch (error) {
    if (error instanceof AspenError) throw error;
    throw notStamped('the reply is no time stamp', error);
  }
}

function readStamp(reply: Buffer, question: StampQuestion): number {
  const [response] = readDer(reply);
  const [status, token] = partsOf(required(response), TAG.sequence, TAG.sequence);
  const [granted] = partsOf(required(status), TAG.sequence, TAG.integer);
  // Granted, perhaps with changes, which are checked below.
  if (![0, 1].includes(granted?.content.readIntBE(0, 1) ?? -1)) throw notStamped('the service refused');
  const { info, certificates, signer } = readToken(required(token));
  const time = checkInfo(info, question);
  checkSignature(info, certificates, signer);
  return time;
}

function readToken(token: DerElement) {
  const [type, wrapped] = partsOf(token, TAG.sequence, TAG.oid, TAG.first);
  if (oidOf(required(type)) !== OID.signedData) throw notStamped('the stamp is not signed');
  const [signedData] = partsOf(required(wrapped), TAG.first, TAG.sequence);
  const parts = partsOf(required(signedData), TAG.sequence, TAG.integer, TAG.set, TAG.sequence);
  const [contentType, content] = partsOf(required(parts[2]), TAG.sequence, TAG.oid, TAG.first);
  if (oidOf(required(contentType)) !== OID.stampInfo) throw notStamped('what is signed is no time stamp');
  const [info] = partsOf(required(content), TAG.first, TAG.bytes);
  const certificates = parts.find(({ tag }) => tag === TAG.first);
  if (certificates === undefined) throw notStamped('the certificate is missing');
  const signers = partsOf(required(parts.at(-1)), TAG.set, TAG.sequence);
  if (signers.length !== 1) throw notStamped('it has several signatures');
  return {
    info: required(info).content,
    certificates: readDer(certificates.content).map(({ whole }) => whole),
    signer: required(signers[0]),
  };
}

/** Checks that what was asked is stamped. @returns the time */
function checkInfo(info: Buffer, { digest, nonce }: StampQuestion): number {
  const [whole] = readDer(info);
  const parts = partsOf(
    required(whole),
    TAG.sequence,
    TAG.integer,
    TAG.oid,
    TAG.sequence,
    TAG.integer,
    TAG.time,
  );
  const [algorithm, hashed] = partsOf(required(parts[2]), TAG.sequence, TAG.sequence, TAG.bytes);
  const [hash] = partsOf(required(algorithm), TAG.sequence, TAG.oid);
  if (!required(hash).whole.equals(SHA256) || !required(hashed).content.equals(digest))
    throw notStamped('something else was stamped');
  const own = parts.slice(5).find(({ tag }) => tag === TAG.integer);
  if (own === undefined || !own.content.equals(integerOf(nonce)))
    throw notStamped('the reply is to another request');
  const time = /^(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d(?:\.\d+)?)Z$/.exec(
    required(parts[4]).content.toString(),
  );
  if (time === null) throw notStamped('its time is malformed');
  const [, year, month, day, hour, minute, second] = time;
  const at = Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`);
  if (Number.isNaN(at)) throw notStamped('its time is none');
  return at;
}

function checkSignature(info: Buffer, certificates: readonly Buffer[], signer: DerElement): void {
  const parts = partsOf(signer, TAG.sequence, TAG.integer);
  const [digestAlgorithm, attributes, signatureAlgorithm, signature] = parts.slice(2);
  const hash = HASHES[algorithmOf(digestAlgorithm)];
  const signed = attributesOf(required(attributes));
  const byAlgorithm = algorithmOf(signatureAlgorithm);
  const signatureHash = byAlgorithm === RSA ? hash : HASHES[byAlgorithm];
  if (hash === undefined || signatureHash === undefined)
    throw notStamped('it is signed in a way that the program does not know');
  const type = signed.get(OID.contentType);
  const digest = signed.get(OID.contentDigest);
  if (type === undefined || oidOf(type) !== OID.stampInfo)
    throw notStamped('its signature is for something else');
  if (digest === undefined || !digest.content.equals(createHash(hash).update(info).digest()))
    throw notStamped('its content was changed');
  const certificate = new X509Certificate(findSigner(certificates, signed));
  // The signature is of the set of attributes, which has another tag where it stands.
  const content = Buffer.concat([Buffer.from([TAG.set]), required(attributes).whole.subarray(1)]);
  if (!verify(signatureHash, content, certificate.publicKey, required(signature).content))
    throw notStamped('its signature is wrong');
  const uses: readonly string[] | undefined = certificate.keyUsage;
  if (uses?.join() !== OID.stamping) throw notStamped('its certificate is not for time stamps');
}

function algorithmOf(element: DerElement | undefined): string {
  const [oid] = partsOf(required(element), TAG.sequence, TAG.oid);
  return oidOf(required(oid));
}

/** The first value of each attribute, by its type. */
function attributesOf(attributes: DerElement): ReadonlyMap<string, DerElement> {
  return new Map(
    partsOf(attributes, TAG.first, TAG.sequence).map((attribute) => {
      const [type, values] = partsOf(attribute, TAG.sequence, TAG.oid, TAG.set);
      return [oidOf(required(type)), required(readDer(required(values).content)[0])];
    }),
  );
}

/** The certificate that the signature itself names by its hash. */
function findSigner(certificates: readonly Buffer[], signed: ReadonlyMap<string, DerElement>): Buffer {
  const attribute = signed.get(OID.certificateV2) ?? signed.get(OID.certificate);
  if (attribute === undefined) throw notStamped('it does not name its certificate');
  const [list] = partsOf(attribute, TAG.sequence, TAG.sequence);
  const [named] = partsOf(required(list), TAG.sequence, TAG.sequence);
  const [first, second] = readDer(required(named).content);
  const isNamed = first?.tag === TAG.sequence;
  const hash = isNamed ? HASHES[algorithmOf(first)] : signed.has(OID.certificateV2) ? 'sha256' : 'sha1';
  const digest = required(isNamed ? second : first).content;
  const found = certificates.find(
    (one) => hash !== undefined && createHash(hash).update(one).digest().equals(digest),
  );
  if (found === undefined) throw notStamped('the certificate that it names is missing');
  return found;
}

function required<T>(part: T | undefined): T {
  if (part === undefined) throw new RangeError('a part is missing');
  return part;
}

export function notStamped(detail: string, cause?: unknown): AspenError {
  return new AspenError('NOT_STAMPED', detail, { cause });
}
