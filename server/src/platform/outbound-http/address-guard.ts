import { lookup as systemLookup, type LookupAddress, type LookupAllOptions } from 'node:dns';
import { isIP, type LookupFunction } from 'node:net';
import ipaddr from 'ipaddr.js';

/** Decides which addresses an outbound call may reach. */
export interface AddressGuard {
  /** True for public addresses and for those that the operator let through (`EGRESS_ALLOW`). */
  allows(address: string): boolean;
  /** Checks the host of a URL when it is an address itself: no name is looked up for those. */
  allowsHost(hostname: string): boolean;
  /** Resolves a name and gives only addresses that are allowed; the connection goes to these and to no other. */
  readonly lookup: LookupFunction;
}

/** How a name is resolved; all of its addresses, as `dns.lookup` with `all` gives them. */
export type ResolveName = (
  hostname: string,
  options: LookupAllOptions,
  callback: (error: NodeJS.ErrnoException | null, found: LookupAddress[]) => void,
) => void;

/** The name stands for nothing that may be reached. */
export class AddressRefused extends Error {
  override readonly name = 'AddressRefused';
  readonly code = 'EADDRREFUSED';
}

type Range = readonly [address: ipaddr.IPv4 | ipaddr.IPv6, bits: number];

/** What clouds answer their machines' secrets at, although the address looks public (Azure). */
const METADATA_ADDRESSES: ReadonlySet<string> = new Set(['168.63.129.16']);
/** All that IPv6 has given out so far. Around it lie the compatible, translated and local forms. */
const GLOBAL_IPV6 = ipaddr.IPv6.parseCIDR('2000::/3');

/**
 * Public (`unicast`) addresses only; private, loopback, link-local, metadata, mapped and translated ones are refused
 * unless one of the `allow` ranges (addresses or CIDR) holds them.
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
        if (!first) return callback(new AddressRefused(`${hostname} has no address that may be reached`), '');
        return options.all === true ? callback(null, allowed) : callback(null, first.address, first.family);
      });
    },
  };
}

/**
 * Calls that ask for the same name at the same time share one look-up: the system looks up two names at a time for the
 * whole process, and a name server that does not answer must not keep all of them. Nothing is remembered afterwards.
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
