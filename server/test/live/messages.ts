import type { LiveMessage } from '@muneem/contract/live';

/** Reads the messages of a stream as they arrive. */
export async function* messages(body: AsyncIterable<Uint8Array | string>): AsyncGenerator<LiveMessage> {
  let text = '';
  const decoder = new TextDecoder();
  for await (const chunk of body) {
    text += typeof chunk === 'string' ? chunk : decoder.decode(chunk, { stream: true });
    for (let end = text.indexOf('\n\n'); end >= 0; end = text.indexOf('\n\n')) {
      const [block, rest] = [text.slice(0, end), text.slice(end + 2)];
      text = rest;
      if (block.startsWith('data: ')) yield JSON.parse(block.slice(6)) as LiveMessage;
    }
  }
}
