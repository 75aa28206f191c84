import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

export interface Cut {
  /** The start of the requests that this cut applies to: `POST /v1/payouts`. */
  readonly call: string;
  readonly direction: 'request' | 'answer';
  /** Number of bytes that pass before both sides are disconnected. */
  readonly at: number;
}

/** Starts a proxy between the product and a provider that disconnects at a given byte. */
export async function startFaultProxy(target: { readonly port: number }) {
  let cuts: Cut[] = [];
  const sizes = new Map<string, { request: number; answer: number }>();
  const sockets = new Set<Socket>();

  const server = createServer((client) => {
    const upstream = connect(target.port, '127.0.0.1');
    const end = (): void => {
      client.destroy();
      upstream.destroy();
    };
    const passed = { request: 0, answer: 0 };
    let call: string | undefined;
    let cut: Cut | undefined;
    /** @returns the part that may still pass. Nothing after it arrives. */
    const pass = (direction: Cut['direction'], chunk: Buffer): Buffer => {
      const room = cut?.direction === direction ? cut.at - passed[direction] : Infinity;
      passed[direction] += Math.min(room, chunk.length);
      return room < chunk.length ? chunk.subarray(0, room) : chunk;
    };
    client.on('data', (chunk: Buffer) => {
      if (call === undefined) {
        call = /^[A-Z]+ [^ ?]+/.exec(chunk.subarray(0, 200).toString('latin1'))?.[0] ?? '';
        const index = cuts.findIndex((each) => each.call === call);
        if (index >= 0) [cut] = cuts.splice(index, 1);
      }
      forward('request', chunk, upstream);
    });
    upstream.on('data', (chunk: Buffer) => forward('answer', chunk, client));
    function forward(direction: Cut['direction'], chunk: Buffer, to: Socket): void {
      const part = pass(direction, chunk);
      // The other side must receive its bytes before the disconnect.
      to.write(part, () => {
        if (cut?.direction === direction && passed[direction] >= cut.at) end();
      });
    }
    for (const socket of [client, upstream]) {
      sockets.add(socket);
      socket.on('error', end);
      socket.on('close', () => {
        sockets.delete(socket);
        end();
      });
    }
    client.on('close', () => {
      if (cut !== undefined || call === undefined) return;
      const longest = sizes.get(call) ?? { request: 0, answer: 0 };
      sizes.set(call, {
        request: Math.max(longest.request, passed.request),
        answer: Math.max(longest.answer, passed.answer),
      });
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    /** Each connection uses the first cut that matches it. A connection without one passes. */
    plan: (planned: readonly Cut[]) => void (cuts = [...planned]),
    left: () => cuts.length,
    /** Bytes of the longest such conversation that passed without a cut. */
    size: (call: string) => sizes.get(call) ?? { request: 0, answer: 0 },
    close: () =>
      new Promise<void>((resolve) => {
        for (const socket of sockets) socket.destroy();
        server.close(() => resolve());
      }),
  };
}
