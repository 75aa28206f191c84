/** Returns the value of `X-Muneem-Delivery`, also shown on screen. */
export const deliveryName = (id: number): string => `dlv_${id}`;

/** @returns null if it is not a delivery's name */
export function readDeliveryName(name: string): number | null {
  const [, digits] = /^dlv_([1-9]\d{0,14})$/.exec(name) ?? [];
  return digits === undefined ? null : Number(digits);
}
