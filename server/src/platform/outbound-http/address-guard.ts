import { lookup as systemLookup, type LookupAddress, type LookupAllOptions } from 'node:dns';
import { isIP, type LookupFunction } from 'node:net';
import ipaddr from 'ipaddr.js';

/** Decides which IP addresses an outbound call may reach. */
interface AddressGuard {
  /** Returns true for public addresses and those in `EGRESS_ALLOW`. */
  allows(address: string): boolean;
  /** Checks a URL's host that is an IP address, because no DNS look-up checks it. */
  allowsHost(hostname: string): boolean;
  /** Resolves a name to its allowed addresses only. The connection uses one of them, so rebinding has no effect. */
  readonly lookup: LookupFunction;
}

/** Resolves a name to all of its addresses, like `dns.lookup` with `all`. */
export type ResolveName = (
  hostname: string,
  options: LookupAllOptions,
  callback: (error: NodeJS.ErrnoException | null, found: LookupAddress[]) => void,
) => void;

/** None of the name's addresses is allowed. */
export class AddressRefused extends Error {
  override readonly name = 'AddressRefused';
  readonly code = 'EADDRREFUSED';
}

type Range = readonly [address: ipaddr.IPv4 | ipaddr.IPv6, bits: number];

/** Azure's metadata address looks public. */
const METADATA_ADDRESSES: ReadonlySet<string> = new Set(['168.63.129.16']);
/** All IPv6 space in use. Compatible, translated and local forms are outside. */
const GLOBAL_IPV6 = ipaddr.IPv6.parseCIDR('2000::/3');

/**
 * Allows public (`unicast`) addresses only. Refuses private, loopback, link-local, metadata, mapped and translated
 * ones,
 * unless an `allow` entry (address or CIDR) contains them.
 */
export function createAddressGuard(allow: readonly string[], resolve: ResolveName = systemLookup): AddressGuard {
  const ranges = allow.map(parseRange);
  const resolveShared = shareLookups(resolve);

  const allows = (text: string): boolean => {
    if (!ipaddr.isValid(text)) return false;
    const address = ipaddr.process(text);
    const within = ranges.some(([range, bits]) => range.kind() === address.kind() && address.match(range, bits));
    return within || isPublic(address);
  };

  return {
    allows,
    allowsHost: (hostname) => {
      const bare = hostname.startsWith('[') ? hostname.slice(1, -1) : hostname;
      return isIP(bare) === 0 || allows(bare);
    },
    lookup: (hostname, options, callback) => {
      resolveShared(hostname, { ...options, all: true }, (error, found) => {
        if (error) return callback(error, '');
        const allowed = found.filter(({ address }) => allows(address));
        const [first] = allowed;
        if (!first) return callback(new AddressRefused(`${hostname} has no allowed IP address`), '');
        return options.all === true ? callback(null, allowed) : callback(null, first.address, first.family);
      });
    },
  };
}

/**
 * Shares concurrent look-ups of one name: the system resolves few names at once, and a slow name server
 * must not block all of them. No caching.
 */
function shareLookups(resolve: ResolveName): ResolveName {
  const waiting = new Map<string, Parameters<ResolveName>[2][]>();
  return (hostname, options, callback) => {
    const key = `${hostname} ${options.family ?? 0} ${options.hints ?? 0}`;
    const others = waiting.get(key);
    if (others) return void others.push(callback);
    const callbacks = [callback];
    waiting.set(key, callbacks);
    resolve(hostname, options, (error, found) => {
      waiting.delete(key);
      for (const each of callbacks) each(error, found);
    });
  };
}

function isPublic(address: ipaddr.IPv4 | ipaddr.IPv6): boolean {
  if (address.range() !== 'unicast' || METADATA_ADDRESSES.has(address.toString())) return false;
  return address instanceof ipaddr.IPv4 || address.match(GLOBAL_IPV6);
}

function parseRange(text: string): Range {
  if (text.includes('/')) return ipaddr.parseCIDR(text);
  const address = ipaddr.parse(text);
  return [address, address.kind() === 'ipv4' ? 32 : 128];
}
