import type { ServerResponse } from 'node:http';
import { Socket } from 'node:net';

/**
 * Whether a caller takes the bytes of an answer. Asked again and again; counts the questions in a row that found the
 * same bytes waiting. Bytes count as taken when the system's own buffer has them. Whoever asks ends the answer: the end
 * of idle connections, which is sooner, does not hold for it.
 */
export function watchTaking(response: ServerResponse): { stillFor(): number } {
  if (response.socket instanceof Socket) response.socket.setTimeout(0);
  let before: number | undefined;
  let still = 0;
  return {
    stillFor() {
      const sent = response.socket?.bytesWritten;
      still = response.writableLength > 0 && sent === before ? still + 1 : 0;
      before = sent;
      return still;
    },
  };
}
