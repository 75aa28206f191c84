import { parentPort, workerData } from 'node:worker_threads';

/** Runs in its own thread, so that the callers' work is not measured as the server's. Posts the statuses. */
const { address, count } = workerData as { address: string; count: number };

const statuses = await Promise.all(
  Array.from({ length: count }, async (_, i) => {
    const answer = await fetch(`${address}/api/auth/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-forwarded-for': `198.18.${i >> 8}.${i & 255}` },
      body: JSON.stringify({ email: `person${i}@example.com`, password: 'whatever' }),
    });
    await answer.arrayBuffer();
    return answer.status;
  }),
);
parentPort?.postMessage(statuses);
