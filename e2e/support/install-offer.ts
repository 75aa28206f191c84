/** The smallest offer with one event: 150 coins for an install. */
export const installOffer = (title: string) => ({
  title,
  description: 'Complete it.',
  coins: 150,
  type: 'install' as const,
  requirements: 'None.',
  trackingUrl: 'https://network.example/?c={click_id}',
  steps: [{ title: 'Do', description: 'It.' }],
  events: [{ eventName: 'install', eventPayout: 150 }],
});
