/** What the receiver reads in `X-Muneem-Delivery`, and the screen shows. */
export const deliveryName = (id: number): string => `dlv_${id}`;

/** @returns null for what is no name of a delivery */
export function readDeliveryName(name: string): number | null {
  const [, digits] = /^dlv_([1-9]\d{0,14})$/.exec(name) ?? [];
  return digits === undefined ? null : Number(digits);
}
