/**
 * The networks of the simulated users. They are reserved for documentation and tests (RFC 5737, 2544 and 3849), so no
 * simulated click has a real person's IP address.
 */
export const NETWORKS = [
  '203.0.113',
  '198.51.100',
  '192.0.2',
  '198.18.7',
  '198.18.64',
  '198.18.201',
  '198.19.33',
  '198.19.118',
] as const;
const HOSTS = 240;
/** The IP address of the ad network's postbacks. */
export const AD_NETWORK_ADDRESS = '198.19.255.20';

/** People of one hostel share an IP address, so their withdrawals get a flag. */
const HOSTEL = { of: 240, remainders: [16, 64, 112, 160] };
const HOSTEL_ADDRESS = '203.0.113.250';
const MOBILE_SHARE = 0.2;

/** The user's home IP address. After about two thousand users the addresses repeat. */
export function homeAddress(number: number): string {
  if (HOSTEL.remainders.includes(number % HOSTEL.of)) return HOSTEL_ADDRESS;
  const network = NETWORKS[number % NETWORKS.length]!;
  return `${network}.${2 + (Math.floor(number / NETWORKS.length) % HOSTS)}`;
}

/** Usually the home address, sometimes an IPv6 address of the user's phone. */
export const addressOfVisit = (number: number, chance: number): string =>
  chance < MOBILE_SHARE ? `2001:db8:${(0x4000 + number).toString(16)}::5e:1` : homeAddress(number);
