import { isIPv4 } from 'node:net';
import type { FastifyRequest } from 'fastify';
import ipaddr from 'ipaddr.js';

/** Returns the client's IP address as reported by trusted proxies, without a port. Falls back to the socket's. */
export function clientAddress({ ip, socket }: FastifyRequest): string {
  if (isIPv4(ip)) return ip;
  if (ipaddr.isValid(ip)) return plain(ip);
  const bare = /^\[?([0-9a-f:.]+?)\]?(?::\d+)?$/i.exec(ip)?.[1];
  if (bare !== undefined && ipaddr.isValid(bare)) return plain(bare);
  return plain(socket.remoteAddress ?? '0.0.0.0');
}

/** Maps `::ffff:10.0.0.1` to 10.0.0.1 and drops a zone (`fe80::1%eth0`), which PostgreSQL's inet does not support. */
const plain = (ip: string): string => ipaddr.process(ip.replace(/%.*$/, '')).toString();

/** An IPv6 customer has a /56, and so 256 networks of /64. */
const CUSTOMER_BITS = 56;

/** Returns the network of an IP address: IPv4, or by default the IPv6 /56 as a rate-limit key. Keeps other texts. */
export function networkOf(ip: string, ipv6Bits = CUSTOMER_BITS): string {
  if (isIPv4(ip) || !ipaddr.isValid(ip)) return ip;
  const address = ipaddr.process(ip);
  return address.kind() === 'ipv4'
    ? address.toString()
    : ipaddr.IPv6.networkAddressFromCIDR(`${ip}/${ipv6Bits}`).toString();
}

/** Returns the rate-limit key of a request. */
export const clientNetwork = (request: FastifyRequest): string => networkOf(clientAddress(request));
