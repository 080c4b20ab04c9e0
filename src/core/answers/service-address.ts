/** Addresses of services (`generation.md`, *Agents and providers*). */

/** `https`; plain http on this computer, or in the writer's own network, where others could read it; null for any other. */
export type ServiceReach = 'https' | 'here' | 'network' | null;

const ADDRESS = /^(https?):\/\/(?:[^/@?#]*@)?(\[[^\]/]+\]|[^:/?#]+)(?::\d+)?(?:[/?#]|$)/i;
/** Endpoints that writers copy along with the address from a service's documentation. */
const ENDPOINT = /\/(?:chat\/completions|completions|models)$/;

/** Classifies who can read what is sent to an address. */
export function reachOf(address: string): ServiceReach {
  const [, protocol = '', host = ''] = ADDRESS.exec(address) ?? [];
  if (host === '') return null;
  if (protocol.toLowerCase() === 'https') return 'https';
  return reachOfHost(host.toLowerCase());
}

/** The host of an address, without its port; empty if it has none. */
export function hostOf(address: string): string {
  return ADDRESS.exec(address)?.[2] ?? '';
}

/** Returns true if a service of time stamps may be there: over https, or on this computer. */
export function isStampAddress(address: string): boolean {
  const reach = reachOf(address);
  return reach === 'https' || reach === 'here';
}

/**
 * The addresses that someone may mean, the likeliest first: with the protocol that they left out, without an endpoint,
 * and with `/v1` where there is no path. None of them ends with a slash.
 */
export function addressesOf(typed: string): readonly string[] {
  const text = typed.trim().replace(/\/+$/, '');
  const isWhole = /^[a-z][a-z\d+.-]*:\/\//i.test(text);
  const [host = ''] = /^(\[[^\]]+\]|[^:/]+)/.exec(text) ?? [];
  const isNear = reachOfHost(host.toLowerCase()) !== null;
  const whole = isWhole ? text : `${isNear ? 'http' : 'https'}://${text}`;
  const base = whole.replace(ENDPOINT, '');
  return /^[^/]+:\/\/[^/]+$/.test(base) ? [`${base}/v1`, base] : [base];
}

function reachOfHost(host: string): 'here' | 'network' | null {
  if (host === 'localhost' || host === '127.0.0.1' || host === '[::1]' || host.endsWith('.localhost'))
    return 'here';
  if (host.startsWith('[')) return /^\[f(?:[cd]|e[89ab])[\da-f]{0,2}:/.test(host) ? 'network' : null;
  const [first = -1, second = -1] = /^\d+\.\d+\.\d+\.\d+$/.test(host) ? host.split('.').map(Number) : [];
  const isPrivate =
    first === 10 ||
    (first === 172 && second >= 16 && second < 32) ||
    (first === 192 && second === 168) ||
    (first === 169 && second === 254) ||
    (first === 100 && second >= 64 && second < 128);
  const isNamed = host.endsWith('.local') || /^[a-z][a-z\d-]*$/.test(host);
  return isPrivate || isNamed ? 'network' : null;
}
