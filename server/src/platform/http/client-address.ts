import { isIPv4 } from 'node:net';
import type { FastifyRequest } from 'fastify';
import ipaddr from 'ipaddr.js';

/** The client's address as trusted proxies tell it (also with a port behind it); the socket's own when that is no address. */
export function clientAddress({ ip, socket }: FastifyRequest): string {
  if (isIPv4(ip)) return ip;
  if (ipaddr.isValid(ip)) return plain(ip);
  const bare = /^\[?([0-9a-f:.]+?)\]?(?::\d+)?$/i.exec(ip)?.[1];
  if (bare !== undefined && ipaddr.isValid(bare)) return plain(bare);
  return plain(socket.remoteAddress ?? '0.0.0.0');
}

/** `::ffff:10.0.0.1` is 10.0.0.1, and a zone (`fe80::1%eth0`) is left out: PostgreSQL's inet knows none. */
const plain = (ip: string): string => ipaddr.process(ip.replace(/%.*$/, '')).toString();

/** Whose calls count together: an IPv4 address, or an IPv6 network, by default the /64 of one customer. Keeps other texts. */
export function networkOf(ip: string, ipv6Bits = 64): string {
  if (isIPv4(ip) || !ipaddr.isValid(ip)) return ip;
  const address = ipaddr.process(ip);
  return address.kind() === 'ipv4'
    ? address.toString()
    : ipaddr.IPv6.networkAddressFromCIDR(`${ip}/${ipv6Bits}`).toString();
}

/** Whose calls are counted together. */
export const clientNetwork = (request: FastifyRequest): string => networkOf(clientAddress(request));
