interface Call {
  readonly method: string;
  readonly url: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | null;
}

/** In single quotes for a POSIX shell; nothing in it is then anything but text. */
const quote = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;

/** The call as a command that can be pasted into a shell. */
export function curlOf({ method, url, headers = {}, body }: Call): string {
  return [
    'curl',
    ...(method === 'GET' ? [] : ['-X', quote(method)]),
    quote(url),
    ...Object.entries(headers).flatMap(([name, value]) => ['-H', quote(`${name}: ${value}`)]),
    ...(body === null || body === undefined || body === '' ? [] : ['--data-raw', quote(body)]),
  ].join(' ');
}
