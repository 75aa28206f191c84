// Loaded into the product's process before everything else (`node --import`). Its dates lag behind the real time. The
// demo sends the lag in milliseconds, which never increases. After a lag of 0 they stay at the real time.
let behindMs = Number(process.env['DEMO_BEHIND_MS']);
const Real = Date;
const now = (): number => Real.now() - behindMs;

globalThis.Date = new Proxy(Real, {
  construct: (real, given) => Reflect.construct(real, given.length === 0 ? [now()] : given) as Date,
  get: (real, key) => (key === 'now' ? now : (Reflect.get(real, key) as unknown)),
});

process.on('message', (nextMs: number) => {
  behindMs = Math.min(behindMs, nextMs);
  process.send?.({ behindMs });
  if (behindMs === 0) process.disconnect?.();
});
