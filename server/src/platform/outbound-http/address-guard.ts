import { lookup as systemLookup, type LookupAddress } from 'node:dns';
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

/** The name stands for nothing that may be reached. */
export class AddressRefused extends Error {
  override readonly name = 'AddressRefused';
  readonly code = 'EADDRREFUSED';
}

type Range = readonly [address: ipaddr.IPv4 | ipaddr.IPv6, bits: number];

/**
 * Public (`unicast`) addresses only; private, loopback, link-local, metadata, mapped and translated ones are refused
 * unless one of the `allow` ranges (addresses or CIDR) holds them.
 */
export function createAddressGuard(allow: readonly string[]): AddressGuard {
  const ranges = allow.map(parseRange);

  const allows = (text: string): boolean => {
    if (!ipaddr.isValid(text)) return false;
    const address = ipaddr.process(text);
    const within = ranges.some(([range, bits]) => range.kind() === address.kind() && address.match(range, bits));
    return within || address.range() === 'unicast';
  };

  return {
    allows,
    allowsHost: (hostname) => {
      const bare = hostname.startsWith('[') ? hostname.slice(1, -1) : hostname;
      return isIP(bare) === 0 || allows(bare);
    },
    lookup: (hostname, options, callback) => {
      systemLookup(hostname, { ...options, all: true }, (error, found: LookupAddress[]) => {
        if (error) return callback(error, '');
        const allowed = found.filter(({ address }) => allows(address));
        const [first] = allowed;
        if (!first) return callback(new AddressRefused(`${hostname} has no address that may be reached`), '');
        return options.all === true ? callback(null, allowed) : callback(null, first.address, first.family);
      });
    },
  };
}

function parseRange(text: string): Range {
  if (text.includes('/')) return ipaddr.parseCIDR(text);
  const address = ipaddr.parse(text);
  return [address, address.kind() === 'ipv4' ? 32 : 128];
}
