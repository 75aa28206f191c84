import type { ServerResponse } from 'node:http';
import { Socket } from 'node:net';

/**
 * Detects whether a client reads an answer. Each call counts consecutive calls with the same unsent bytes.
 * Bytes in the system's buffer count as read. The caller ends the answer, because idle timeouts are too short here.
 */
export function watchReading(response: ServerResponse): { stalledFor(): number } {
  if (response.socket instanceof Socket) response.socket.setTimeout(0);
  let before: number | undefined;
  let still = 0;
  return {
    stalledFor() {
      const sent = response.socket?.bytesWritten;
      still = response.writableLength > 0 && sent === before ? still + 1 : 0;
      before = sent;
      return still;
    },
  };
}
