/** The setting of the service that stamps reports of authorship. */

export const STAMP_ADDRESS = 'Address of the service';
export const STAMP_ADDRESS_BEGINS = 'https://';
export const NO_STAMP_ADDRESS = 'An address that begins with https://, or of a service on this computer.';
