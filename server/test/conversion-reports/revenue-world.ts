import type { BreakdownGroup, ConversionStats } from '@muneem/contract/conversion-reports';
import { event } from '#test/builders/events.ts';
import type { PostbackApp } from '#test/postbacks/postback-app.ts';

/** Creates networks and their offers, and reads what they earn. */
export function revenueWorld(app: PostbackApp) {
  const { must } = app;
  return {
    async network(more: object = {}): Promise<string> {
      const name = `Network ${crypto.randomUUID()}`;
      return (await must<{ network: { _id: string } }>('POST', '/api/networks', { name, ...more })).network._id;
    },
    rate: (network: string, from: string, rupees: number) =>
      must('POST', `/api/networks/${network}/rates`, { from, rupees }),
    /** An offer with the event `install`. @param revenue in rupees */
    offer: (network: string | null, revenue: number | null, more: object = {}): Promise<string> =>
      app.createOffer({ network, events: [event('install', 10, { revenue })], ...more }),
    stats: async (query = '') =>
      (await must<{ stats: ConversionStats }>('GET', `/api/conversion-reports/stats?${query}`)).stats,
    groups: async (by: string, query = '') =>
      (await must<{ groups: BreakdownGroup[] }>('GET', `/api/conversion-reports/breakdown?by=${by}&${query}`)).groups,
  };
}
