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

/** Who counts as one caller: an IPv4 address, or the /64 that an IPv6 customer has to himself. */
export function clientNetwork(request: FastifyRequest): string {
  const ip = clientAddress(request);
  return isIPv4(ip) ? ip : ipaddr.parse(ip).toByteArray().slice(0, 8).join('.');
}
