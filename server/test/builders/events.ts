/** A required event, as the offer form sends it. Its payout is in rupees. */
export const event = (eventName: string, eventPayout = 20, more: object = {}) => ({
  eventName,
  eventPayout,
  eventCap: 1000,
  isRequired: true,
  description: '',
  ...more,
});
