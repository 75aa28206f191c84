/** An event that pays ₹30, as the offer form sends it. */
export const event = (eventName: string, more: object = {}) => ({
  eventName,
  eventPayout: 30,
  eventCap: 1000,
  isRequired: true,
  description: '',
  ...more,
});
