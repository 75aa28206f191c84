import { connect, type Socket } from 'node:net';

export interface RawAnswer {
  readonly status: number;
  readonly body: string;
}

/**
 * A keep-alive connection with at most one request in flight. It is the cheapest HTTP client, so the load generator
 * takes little processor time from the measured server.
 */
export class RawConnection {
  private readonly socket: Socket;
  private received = '';
  private pending: { resolve: (answer: RawAnswer) => void; reject: (error: Error) => void } | undefined;

  private constructor(socket: Socket) {
    this.socket = socket;
    socket.setNoDelay(true);
    socket.setEncoding('latin1');
    socket.on('data', (chunk: string) => this.take(chunk));
    socket.on('error', (error) => this.fail(error));
    socket.on('close', () => this.fail(new Error('the connection was closed')));
  }

  static open(port: number): Promise<RawConnection> {
    return new Promise((resolve, reject) => {
      const socket = connect(port, '127.0.0.1');
      socket.once('error', reject);
      socket.once('connect', () => {
        socket.off('error', reject);
        resolve(new RawConnection(socket));
      });
    });
  }

  /** Sends a GET, with a token as an admin. @throws Error if the connection breaks before the answer is complete */
  get(path: string, token?: string): Promise<RawAnswer> {
    const authorization = token === undefined ? '' : `Authorization: Bearer ${token}\r\n`;
    return new Promise((resolve, reject) => {
      this.pending = { resolve, reject };
      if (this.socket.destroyed) this.fail(new Error('the connection is closed'));
      else
        this.socket.write(
          `GET ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\nUser-Agent: ad-network/1.0\r\n${authorization}\r\n`,
          'latin1',
        );
    });
  }

  close(): void {
    this.socket.destroy();
  }

  private take(chunk: string): void {
    this.received = this.received === '' ? chunk : this.received + chunk;
    const headEnd = this.received.indexOf('\r\n\r\n');
    if (headEnd < 0) return;
    const lengthAt = this.received.toLowerCase().indexOf('content-length: ');
    const length = lengthAt < 0 ? 0 : Number.parseInt(this.received.slice(lengthAt + 16, lengthAt + 26), 10);
    const end = headEnd + 4 + length;
    if (this.received.length < end) return;
    const answer = { status: Number(this.received.slice(9, 12)), body: this.received.slice(headEnd + 4, end) };
    this.received = this.received.slice(end);
    const { pending } = this;
    this.pending = undefined;
    pending?.resolve(answer);
  }

  private fail(error: Error): void {
    const { pending } = this;
    this.pending = undefined;
    pending?.reject(error);
  }
}
